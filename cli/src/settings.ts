import { z } from 'zod';
import { CommandError } from './command-error';
import { exitCodes } from './exit-codes';
import { isSiteFolder } from './site/site-folder';

/** The values of the global options and the environment variables. */
export interface CliSettings {
  place: SitePlace;
  isJson: boolean;
  /** In milliseconds. */
  timeLimit: number;
  /** Null if none was given. */
  restPath: string | null;
}

/** A running site with its token (null if none is set), or a folder whose site is loaded. */
export type SitePlace = { kind: 'running'; url: URL; token: string | null } | { kind: 'folder'; folder: string };

export type Variables = Readonly<Record<string, string | undefined>>;

const globals = z.object({
  url: z.string().optional(),
  json: z.boolean().default(false),
  timeout: z.number().default(60),
  restPath: z.string().optional(),
});

export interface Surroundings {
  env: Variables;
  /** The folder in which the command was called. */
  folder: string;
}

/** Reads the options of every command, with environment variables as defaults. */
export function readSettings(options: unknown, surroundings: Surroundings): CliSettings {
  const { url, json, timeout, restPath } = globals.parse(options);
  return {
    place: placeOf(url, surroundings),
    isJson: json,
    timeLimit: timeout * 1000,
    restPath: restPath === undefined ? null : `/${restPath.replaceAll(/^\/+|\/+$/g, '')}`,
  };
}

function placeOf(url: string | undefined, { env, folder }: Surroundings): SitePlace {
  const address = url ?? env['COMMERCE_BRIDGE_CLI_URL'];
  // An address that is set but empty was meant to name a site, for example in a pipeline that lacks its secret.
  if (address === undefined && isSiteFolder(folder)) return { kind: 'folder', folder };
  return { kind: 'running', url: readUrl((address ?? '').trim()), token: readToken(env) };
}

/** Only from the environment: arguments are visible in the process list. */
function readToken(variables: Variables): string | null {
  const token = (variables['COMMERCE_BRIDGE_CLI_TOKEN'] ?? '').trim();
  if (token === '') return null;
  if (/^[\u0021-\u007E]+$/.test(token)) return token;
  throw usage(
    'COMMERCE_BRIDGE_CLI_TOKEN has spaces, line breaks, or characters that no token has.',
    'Copy the token again from Settings → Admin Tokens.',
  );
}

function readUrl(text: string): URL {
  const advice =
    'Give the address of the site, for example https://cms.example.com, or https://example.com/cms; or, without both, call this in the folder of a Strapi site.';
  if (text === '') throw usage('No site is given: neither --url nor COMMERCE_BRIDGE_CLI_URL has an address.', advice);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw usage('The given --url (or COMMERCE_BRIDGE_CLI_URL) is not an address with http:// or https://.', advice);
  if (url.username !== '' || url.password !== '')
    throw usage('The given --url (or COMMERCE_BRIDGE_CLI_URL) contains a user name or a password.', advice);
  if (url.search !== '' || url.hash !== '') throw usage('The given --url has a query or a fragment.', advice);
  return url;
}

function usage(message: string, advice: string): CommandError {
  return new CommandError({ exitCode: exitCodes.usage, message, advice });
}
