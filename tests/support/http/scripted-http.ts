import { readerOf } from '../../../server/src/upstream/http/body-reading';
import { judgeOutcome } from '../../../server/src/upstream/http/upstream-response';
import type { TransportOutcome } from '../../../server/src/upstream/http/upstream-transport';
import type { UpstreamHttp, UpstreamQuery, RequestParts } from '../../../server/src/upstream/http/upstream-http';

export interface ScriptedRequest {
  path: string;
  query: UpstreamQuery;
  priority: RequestParts['priority'];
}

/** A scripted response: a body, sent with 200, or a status with a body. */
export type Script = (request: ScriptedRequest) => unknown;

/** An error response. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly body: unknown = { status, title: 'No' },
  ) {}
}

/** A response that exceeds the size limit. */
export class Oversized {
  readonly maximumBytes = 1000;
}

/** Upstream's HTTP port without a network: responses are scripted, and handled like real ones. */
export function createScriptedHttp(script: Script): UpstreamHttp & { requests: ScriptedRequest[] } {
  const requests: ScriptedRequest[] = [];
  return {
    requests,
    request: async ({ method = 'GET', path, query = {}, priority, versions, ...form }) => {
      const asked = { path, query, priority };
      requests.push(asked);
      const version = await versions?.draw();
      const response = script(asked);
      const { status, body } = response instanceof Refusal ? response : { status: 200, body: response };
      const outcome: TransportOutcome =
        response instanceof Oversized
          ? { kind: 'oversized', maximumBytes: response.maximumBytes }
          : {
              kind: 'response',
              status,
              headers: { 'x-rate-limit-requests-left': '1' },
              body: Buffer.from(JSON.stringify(body) ?? ''),
            };
      const verdict = await judgeOutcome(outcome, {
        method,
        path,
        reader: readerOf(form),
        redact: (text) => text,
        now: new Date(0),
      });
      if (verdict.kind === 'failed') throw verdict.error;
      if (version !== undefined) versions?.use(version);
      return verdict.response;
    },
  };
}
