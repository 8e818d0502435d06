import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'graphql';
import { z } from 'zod';
import { upstreamReference, whenAvailable } from '../support/requirements';
import { startStorefrontBench, type StorefrontBench, text } from '../support/http/storefront-bench';

const recording = z.object({
  query: z.string(),
  variables: z.unknown(),
  status: z.union([z.literal(200), z.literal(400)]),
  response: z.unknown(),
});
const sent = z.strictObject({ query: z.string(), variables: z.unknown().optional() });
const meaningOf = (query: string) => parse(query, { noLocation: true });

whenAvailable(upstreamReference()).describe('a recorded exchange with the store', (reference) => {
  const folder = join(reference, 'recorded', 'storefront-graphql');
  const files = reference === '' ? ['recordings'] : readdirSync(folder).sort();
  let bench: StorefrontBench;
  beforeAll(async () => {
    bench = await startStorefrontBench();
  });
  afterAll(() => bench.close());

  test.each(files)('%s passes through the proxy with the same meaning', async (file) => {
    const { query, variables, status, response } = recording.parse(
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    );
    bench.script('POST /graphql', text(JSON.stringify(response), { status }));
    const { ask } = await bench.aSite({ settings: { graphqlIntrospection: false } });
    expect(await ask({ query, variables })).toEqual({ kind: 'response', status, body: JSON.stringify(response) });

    const body = sent.parse(JSON.parse(bench.seen('POST /graphql').at(-1)?.body ?? ''));
    expect([meaningOf(body.query), body.variables ?? null]).toEqual([meaningOf(query), variables ?? null]);
  });
});
