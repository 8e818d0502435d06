import type { Simulator } from '../../../simulator/src/server';
import { ask, at, type Json } from '../shops/simulator-client';

/** A GraphQL response. */
export interface GraphqlResponse {
  status: number;
  headers: Headers;
  body: Json;
}

/** Mints a private token for channel 1, as the plugin does. */
export async function mintToken(simulator: Simulator, body: Record<string, unknown> = {}): Promise<string> {
  const response = await ask(simulator, '/v3/storefront/api-token-private', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      channel_id: 1,
      expires_at: Math.floor(simulator.clock.now() / 1000) + 3600,
      scopes: ['Unauthenticated', 'Customer'],
      ...body,
    }),
  });
  if (response.status !== 200) throw new Error(`Minting a token returned ${response.status}: ${response.text}`);
  return String(at(response.body, 'data', 'token'));
}

/** Sends documents to the simulator's storefront with one token. */
export class StorefrontClient {
  constructor(
    private readonly simulator: Simulator,
    private readonly token: string,
    private readonly path = '/graphql',
  ) {}

  async send(query: string, variables?: unknown, headers: Record<string, string> = {}): Promise<GraphqlResponse> {
    const response = await fetch(`${this.simulator.url}${this.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}`, ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    const body: Json = JSON.parse(text);
    return { status: response.status, headers: response.headers, body };
  }

  /** The part of the data at a path; throws when the response contains errors. */
  async data(query: string, variables: unknown, ...path: (string | number)[]): Promise<Json> {
    const { body, status } = await this.send(query, variables);
    if (status !== 200 || 'errors' in Object(body)) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return at(body, 'data', ...path);
  }
}
