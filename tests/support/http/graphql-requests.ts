import { expect } from 'vitest';
import { z } from 'zod';

export const responded = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});

/** Requests to the GraphQL endpoint of Strapi's plugin. */
export function graphqlOf(site: () => { url: string }) {
  async function send(body: unknown, token?: string): Promise<unknown> {
    const response = await fetch(`${site().url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return response.json();
  }
  async function ask(query: string, options: { variables?: object; token?: string } = {}) {
    return responded.parse(await send({ query, variables: options.variables }, options.token));
  }
  /** Of a query without errors. */
  async function data(query: string, variables: object = {}): Promise<Record<string, unknown>> {
    const { data: found, errors } = await ask(query, { variables });
    expect(errors).toBeUndefined();
    return found ?? {};
  }
  return { send, ask, data };
}
