import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, validate } from 'graphql';
import { restErrorStatus } from '../../../contracts/rest/errors';
import { graphqlErrorBody } from '../../../contracts/rest/graphql';
import { loadSchema } from '../../../simulator/src/storefront/schema';

const page = readFileSync(join(__dirname, '../../../docs/graphql.md'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text ?? '');

test('every GraphQL document on the page about the proxy is valid for the store', () => {
  const documents = blocks('graphql');
  expect(documents.length).toBeGreaterThan(8);
  for (const document of documents) expect([document, validate(loadSchema(), parse(document))]).toEqual([document, []]);
});

test('the error on the page has the form of the contract, and the table names existing codes with their status', () => {
  const failure = blocks('json')
    .map((text): unknown => JSON.parse(text))
    .find((value) => graphqlErrorBody.safeParse(value).success);
  expect(failure).toMatchObject({ code: 'rate_limited', data: { status: restErrorStatus.rate_limited } });

  const rows = [...page.matchAll(/^\| (\d{3}) \| (.+?) \|/gm)];
  expect(rows.length).toBeGreaterThan(5);
  const named = rows.flatMap(([, status, codes]) =>
    [...(codes ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => [code, Number(status)]),
  );
  const known = Object.entries(restErrorStatus);
  expect(named.filter(([code, status]) => !known.some(([name, its]) => name === code && its === status))).toEqual([]);
});
