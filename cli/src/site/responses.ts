import { z } from 'zod';
import { CommandError } from '../command-error';
import { type ExitCode, exitCodes } from '../exit-codes';
import type { Site, SiteResponse, SiteRequest } from './site';

/** Strapi's error format. */
const failure = z.object({
  error: z.object({ name: z.string().default('Error'), message: z.string(), details: z.unknown() }),
});

/**
 * Sends a request to the site and reads the response.
 * @throws CommandError if the request is rejected or fails, or the response does not match the schema
 */
export async function read<Value>(site: Site, request: SiteRequest, schema: z.ZodType<Value>): Promise<Value> {
  const response = await site.ask(request);
  mustSucceed(response, request);
  const parsed = schema.safeParse(response.body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CommandError({
    exitCode: exitCodes.failed,
    message: `${request.method} /commerce-bridge${request.path} returned something unexpected (${issue?.path.join('.') || 'the whole response'}: ${issue?.message ?? ''}).`,
    advice: 'Use the version of this command that is installed in the site.',
  });
}

/** Sends a request whose response only means that it succeeded. */
export async function order(site: Site, request: SiteRequest): Promise<void> {
  mustSucceed(await site.ask(request), request);
}

/** The error in a response; null if it is not an error in Strapi's format. */
export function failureOf({ status, body }: SiteResponse): { message: string; name: string; details: unknown } | null {
  if (status < 400) return null;
  const parsed = failure.safeParse(body);
  return parsed.success ? parsed.data.error : null;
}

function mustSucceed(response: SiteResponse, request: SiteRequest): void {
  if (response.status < 400) return;
  const found = failureOf(response);
  if (isAnotherSite(response, found?.message)) {
    throw new CommandError({
      exitCode: exitCodes.unreachable,
      message: `This site has no ${request.method} /commerce-bridge${request.path} (status ${response.status}).`,
      advice: 'Check --url, and that strapi-plugin-commerce-bridge is installed and enabled in the site.',
    });
  }
  throw new CommandError({
    exitCode: exitCodeOf(response.status, found?.name),
    message: `The site responded with ${response.status}${found === null ? '.' : `: ${found.message}`}`,
    advice: adviceFor(response.status),
    code: codeOf(found?.details),
    status: response.status,
    details: found?.details ?? null,
  });
}

// Strapi's default message for an unknown path, or a response that is not from Strapi; our own 404s name what is
// missing.
function isAnotherSite({ status }: SiteResponse, message: string | undefined): boolean {
  return (status === 404 && (message === undefined || message === 'Not Found')) || status === 405;
}

function exitCodeOf(status: number, name: string | undefined): ExitCode {
  if ([401, 403, 409, 429].includes(status)) return exitCodes.refused;
  return status === 400 && name === 'ValidationError' ? exitCodes.usage : exitCodes.failed;
}

function adviceFor(status: number): string | null {
  if (status === 401)
    return 'Set COMMERCE_BRIDGE_CLI_TOKEN to an admin API token of this site (Settings → Admin Tokens) that has not expired.';
  if (status === 403)
    return 'The token lacks the permission that the button for this has in the admin panel; docs/command-line.md lists them.';
  if (status === 429) return 'Too many requests; wait a minute.';
  return null;
}

function codeOf(details: unknown): string | null {
  return typeof details === 'object' && details !== null && 'code' in details && typeof details.code === 'string'
    ? details.code
    : null;
}
