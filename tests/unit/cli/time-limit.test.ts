import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHttpSite } from '../../../cli/src/site/http-site';
import { withinTimeLimit } from '../../../cli/src/site/within-time-limit';
import { type ScriptedServer, silence, startScriptedServer } from '../../support/http/scripted-server';
import { eventually } from '../../support/time/eventually';

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.close());

const timeLimit = 500;

/** What becomes of the work while garbage is collected again and again. */
async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  const outcomes: unknown[] = [];
  work.then(
    (value) => outcomes.push(value),
    (error: unknown) => outcomes.push(error),
  );
  await eventually(async () => {
    if (typeof collectGarbage === 'function') collectGarbage();
    else expect.unreachable();
    return outcomes.length > 0;
  }, 10_000);
  return outcomes[0];
}

describe('the time limit of a request', () => {
  test('ends it', async () => {
    server.script(silence);
    const { signal: interrupted } = new AbortController();
    const site = createHttpSite({ url: new URL(server.url), token: null, timeLimit, restPath: '/api', interrupted });

    const outcome = await outcomeOf(site.fetchRest(new Request(`${server.url}/api/products`)));

    expect(outcome).toMatchObject({
      message: expect.stringContaining('did not respond completely within 0.5 seconds'),
    });
  });

  test('holds, however often garbage is collected before', async () => {
    const { signal: interrupted } = new AbortController();
    // The first call is compiled while it runs, which keeps some of its garbage.
    for (let call = 1; call <= 3; call += 1) {
      const outcome = await outcomeOf(withinTimeLimit({ timeLimit, interrupted }, ended));
      expect(outcome).toMatchObject({ name: 'TimeoutError' });
    }
  });

  test('is no longer waited for once the response is here', async () => {
    const { signal: interrupted } = new AbortController();
    const signals: AbortSignal[] = [];
    const work = async (signal: AbortSignal) => signals.push(signal);
    expect(await withinTimeLimit({ timeLimit: 1, interrupted }, work)).toBe(1);
    expect(await outcomeOf(withinTimeLimit({ timeLimit: 20, interrupted }, ended))).toMatchObject({
      name: 'TimeoutError',
    });
    expect(signals).toMatchObject([{ aborted: false }]);
  });

  test('leaves the reason to an interruption', async () => {
    const interruption = new AbortController();
    const outcome = outcomeOf(withinTimeLimit({ timeLimit: 60_000, interrupted: interruption.signal }, ended));
    interruption.abort();
    expect(await outcome).toMatchObject({ name: 'AbortError' });
  });
});

const ended = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
