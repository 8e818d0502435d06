/** How an administrator of a site logs in. */
export interface Login {
  email: string;
  password: string;
}

/** The address of a site. */
export interface SiteAddress {
  url: string;
  /** The path of its panel. Default `/admin`. */
  panel?: string;
}

/** A response of the site's admin API, regardless of its status. */
export interface AdminResponse {
  status: number;
  /** Parsed JSON, or the text if it is not JSON, or null without a body. */
  body: unknown;
}

/** A logged-in administrator: scripts use this to do what the admin panel does. */
export interface Administrator {
  login: Login;
  /** Sent as `Authorization: Bearer …`. */
  token: string;
  request(method: string, path: string, body?: unknown): Promise<AdminResponse>;
}

export const developmentLogin: Login = { email: 'admin@example.com', password: 'Commerce-Bridge-1' };

/** Registers the first administrator of a fresh site, a super admin, and logs in as them. Fails if one exists. */
export async function registerAdministrator(
  site: SiteAddress,
  login: Login = developmentLogin,
): Promise<Administrator> {
  const person = { firstname: 'Ada', lastname: 'Admin', ...login };
  return authenticated(site, { login, path: '/admin/register-admin', body: person });
}

/** Logs in an existing administrator. */
export async function logIn(site: SiteAddress, login: Login = developmentLogin): Promise<Administrator> {
  return authenticated(site, { login, path: '/admin/login', body: login });
}

async function authenticated(
  site: SiteAddress,
  how: { login: Login; path: string; body: unknown },
): Promise<Administrator> {
  const response = await send(site, { method: 'POST', path: how.path, body: how.body });
  const token = readToken(response.body);
  if (token === null) {
    throw new Error(`POST ${how.path} returned ${response.status}: ${JSON.stringify(response.body)}`);
  }
  return {
    login: how.login,
    token,
    request: (method, path, body) => send(site, { method, path, body, token }),
  };
}

// A site that is about to restart may accept a request and never respond.
const patience = 30_000;

async function send(
  site: SiteAddress,
  request: { method: string; path: string; body?: unknown; token?: string },
): Promise<AdminResponse> {
  const response = await fetch(`${site.url}${request.path}`, {
    method: request.method,
    signal: AbortSignal.timeout(patience),
    headers: {
      accept: 'application/json',
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  return { status: response.status, body: parse(await response.text()) };
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readToken(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('data' in body)) return null;
  const { data } = body;
  if (typeof data !== 'object' || data === null || !('token' in data)) return null;
  return typeof data.token === 'string' ? data.token : null;
}
