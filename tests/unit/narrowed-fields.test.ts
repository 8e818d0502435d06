import { Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { askedFields } from '../../server/src/graphql-schema/asked-fields';
import { narrowedTo } from '../../server/src/graphql-schema/narrowed-fields';

/** The fields that a document requests of entries of one type, below its only field. */
function askedAbout(type: string, document: string): string[] {
  const { definitions } = parse(document);
  const [operation] = definitions.flatMap((each) => (each.kind === Kind.OPERATION_DEFINITION ? [each] : []));
  const fragments = Object.fromEntries(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  if (!operation) return expect.fail('no operation');
  const info = { operation, fragments, fieldNodes: operation.selectionSet.selections };
  return askedFields(narrowedTo(type, info), () => undefined).map(({ name }) => name);
}

test('of a field that leads to several types, what is asked about one is counted for it alone', () => {
  const document = `{ anything {
      __typename
      ... on Product { name ...price }
      ... on Brand { slug }
      ...more
      ... { ... on Product { tags ... { id } } }
    } }
    fragment price on Product { price }
    fragment more on Thing { ...price ... on Product { variants } ... on Brand { products } }`;
  expect(askedAbout('Product', document)).toEqual(['name', 'price', 'variants', 'tags', 'id']);
  expect(askedAbout('Brand', document)).toEqual(['slug', 'products']);
  expect(askedAbout('Category', document)).toEqual([]);
});

test('a fragment that is spread again and again within fragments is looked through once', () => {
  const levels = Array.from(
    { length: 30 },
    (_, level) => `fragment f${level} on Thing { ...f${level + 1} ...f${level + 1} }`,
  );
  const document = `{ anything { ...f0 } } ${levels.join(' ')} fragment f30 on Product { name }`;
  expect(askedAbout('Product', document)).toEqual(['name']);
});
