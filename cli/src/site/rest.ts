import { CommerceBridgeApiError, type CommerceBridgeClient, createCommerceBridgeClient } from '../../../client/src';
import { CommandError } from '../command-error';
import { type ExitCode, exitCodes } from '../exit-codes';
import type { Site } from './site';

/** The client of a site's public REST API. `restOf` converts its failures to `CommandError`. */
export function restClient(site: Site): CommerceBridgeClient {
  return createCommerceBridgeClient({ baseUrl: site.restBaseUrl, fetch: (request) => site.fetchRest(request) });
}

/** Sends a request to the public REST API. @throws CommandError */
export async function restOf<Value>(site: Site, ask: (client: CommerceBridgeClient) => Promise<Value>): Promise<Value> {
  try {
    return await ask(restClient(site));
  } catch (error) {
    throw restFailure(error, site);
  }
}

/** Adds advice to an error that the REST client threw. */
export function restFailure(error: unknown, { restBaseUrl }: Site): unknown {
  if (!(error instanceof CommerceBridgeApiError)) return error;
  const { status, code, message, params } = error;
  const details = Object.entries(params).map(([name, why]) => ` ${name}: ${why}`);
  return new CommandError({
    exitCode: exitCodeOf(error),
    message: `${restBaseUrl} responded with ${status}: ${message}${details.join(';')}`,
    advice: adviceFor(error),
    code,
    status,
    details: params,
  });
}

const isElsewhere = ({ code, status }: CommerceBridgeApiError): boolean =>
  code === 'unexpected_response' || (status === 404 && code === 'not_found');

function exitCodeOf(error: CommerceBridgeApiError): ExitCode {
  if (isElsewhere(error)) return exitCodes.unreachable;
  return [401, 403, 429].includes(error.status) ? exitCodes.refused : exitCodes.failed;
}

function adviceFor(error: CommerceBridgeApiError): string | null {
  if (isElsewhere(error))
    return 'Check --url, and give --rest-path if the site has another prefix for its APIs than /api.';
  if ([401, 403].includes(error.status))
    return "The public role of the site lacks the permission for this; it is granted in Strapi's settings (Users & Permissions).";
  return error.retryAfter === null ? null : `Try again in ${error.retryAfter} seconds.`;
}
