import type { Simulator } from '../../../simulator/src/server';

/** A response with its body parsed. */
export interface Response {
  status: number;
  headers: Headers;
  text: string;
  body: Json;
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * Sends requests to the simulator's management API as to upstream: `GET /stores/{hash}{path}` with the account's token.
 */
export async function ask(simulator: Simulator, path: string, init: RequestInit = {}): Promise<Response> {
  return request(`${simulator.url}/stores/${simulator.account.storeHash}${path}`, {
    ...init,
    headers: { 'x-auth-token': simulator.account.accessToken, accept: 'application/json', ...init.headers },
  });
}

/** Controls the simulator through its control API, as from another process. */
export async function steer(simulator: Simulator, route: `${string} /${string}`, body?: unknown): Promise<Response> {
  const [method = '', path = ''] = route.split(' ');
  return request(`${simulator.url}/__simulator${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}

async function request(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === '' ? null : parse(text) };
}

function parse(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch (error) {
    throw new Error(`The response is not JSON: ${text.slice(0, 200)}`, { cause: error });
  }
}

/** The part of a body at a path of keys; throws if there is none, so that tests need no casts. */
export function at(value: Json | undefined, ...path: (string | number)[]): Json {
  const [key, ...rest] = path;
  if (value === undefined) throw new Error('There is nothing at this path.');
  if (key === undefined) return value;
  if (Array.isArray(value)) return at(value[Number(key)], ...rest);
  if (typeof value === 'object' && value !== null) return at(value[String(key)], ...rest);
  throw new Error(`There is nothing at "${String(key)}".`);
}

/** The list at a path of keys. */
export function listAt(value: Json, ...path: (string | number)[]): Json[] {
  const found = at(value, ...path);
  if (!Array.isArray(found)) throw new Error(`There is no list at ${path.join('.')}.`);
  return found;
}
