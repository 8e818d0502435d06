import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { collectionDetailGroups, collectionGroups } from '../../contracts/rest/collections';
import { includeGroups, productGroups } from '../../contracts/rest/parameters';
import { restErrorStatus } from '../../contracts/rest/errors';
import { describeRestApi } from '../../contracts/rest/openapi/document';
import { webhookPaths } from '../../contracts/rest/webhook';
import { repository } from './paths';

const file = join(repository, 'client', 'src', 'contract.ts');
const head =
  '/*\n * The contract of the REST API as types. Generated from contracts/rest by `npm run docs`: do not edit.\n */\n\n';

/** The types of the client: the current ones in the repository, and those generated from the contract. */
export async function clientContract(): Promise<{ present: string; expected: string }> {
  const types = await openapiTypescript(JSON.stringify(documentForFrontends()));
  const unions = {
    ErrorCode: Object.keys(restErrorStatus),
    IncludeGroup: includeGroups,
    ProductGroup: productGroups,
    CollectionGroup: collectionGroups,
    CollectionDetailGroup: collectionDetailGroups,
  };
  const lines = Object.entries(unions).map(
    ([name, values]) => `export type ${name} = ${values.map((value) => `'${value}'`).join(' | ')};\n`,
  );
  return {
    present: existsSync(file) ? readFileSync(file, 'utf8') : '',
    expected: `${head}${lines.join('')}${astToString(types)}`,
  };
}

/** Writes the client's types. */
export async function writeClientContract(): Promise<void> {
  writeFileSync(file, (await clientContract()).expected);
}

/**
 * The API as frontends can use it: without the endpoints that the store calls, and without headers and alternative
 * media types, which types can't express.
 */
function documentForFrontends(): unknown {
  const facts = { baseUrl: '/', version: '', proofHeaders: { signature: 'signature', token: 'token' } };
  const { paths, components, ...document } = describeRestApi(facts);
  const asked = Object.fromEntries(
    Object.entries(paths).filter(([path]) => !webhookPaths.some((webhook) => webhook === path)),
  );
  const { schemas, parameters, responses } = components;
  const known = { paths: asked, components: { schemas, parameters, responses } };
  const omitted = ['headers', 'application/graphql-response+json'];
  return JSON.parse(
    JSON.stringify({ ...document, ...withUsedOnly(known) }, (key, value) =>
      omitted.includes(key) ? undefined : value,
    ),
  );
}

type Components = Record<string, Record<string, unknown>>;

/** Removes unreferenced components until all that remain are used. */
function withUsedOnly({ paths, components }: { paths: unknown; components: Components }): {
  paths: unknown;
  components: Components;
} {
  const text = JSON.stringify({ paths, components });
  const isUsed = (kind: string, name: string) => text.includes(`"#/components/${kind}/${name}"`);
  const used = Object.fromEntries(
    Object.entries(components).map(([kind, members]) => [
      kind,
      Object.fromEntries(Object.entries(members).filter(([name]) => isUsed(kind, name))),
    ]),
  );
  return JSON.stringify(used) === JSON.stringify(components)
    ? { paths, components }
    : withUsedOnly({ paths, components: used });
}
