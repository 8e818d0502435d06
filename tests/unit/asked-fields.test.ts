import { Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { askedFields, countValues } from '../../server/src/graphql-schema/asked-fields';

/** The fields that a document requests below its only field. */
function askedOf(document: string, count: (fields: number) => void = () => undefined) {
  const { definitions } = parse(document);
  const [operation] = definitions.flatMap((each) => (each.kind === Kind.OPERATION_DEFINITION ? [each] : []));
  const fragments = Object.fromEntries(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  return askedFields({ fieldNodes: operation?.selectionSet.selections ?? [], fragments }, count);
}

test('fields are what a response has, with fragments in their place and equal names once', () => {
  const asked = askedOf(`{ list { total items { name ...a ... { name b: name } } ...c } }
    fragment a on Item { id ...b } fragment b on Item { id ...a } fragment c on List { items { slug } }`);
  const leaf = (name: string) => ({ name, below: [] });
  expect(asked).toEqual([
    leaf('total'),
    { name: 'items', below: [leaf('name'), leaf('id'), leaf('name'), leaf('slug')] },
  ]);
});

test.each([
  ['{ list { total } }', 1],
  ['{ list { items { name } } }', 1 + 3],
  ['{ list { items { name id } total } }', 1 + 6 + 1],
  ['{ list { items { name parts { id name } } } }', 1 + 3 + 3 + 4 + 1],
  ['{ list { a: items { name } b: items { name } } }', 8],
  ['{ list { nothing { name } } }', 1 + 1],
])('%s writes %i values', (document, count) => {
  const parts = [
    { id: 1, name: 'x' },
    { id: 2, name: 'y' },
  ];
  const result = {
    total: 3,
    items: [
      { name: 'a', parts },
      { name: 'b', parts: [] },
      { name: 'c', parts: null },
    ],
    nothing: null,
  };
  expect(countValues(result, askedOf(document))).toBe(count);
});

/** A document with several levels of fragments, each of which has this many aliases that lead to the next level. */
function nested(aliases: number, levels: readonly string[]): string {
  const fragments = levels.map((name, level) => {
    const below = level + 1 < levels.length ? ` { ...f${level + 1} }` : '';
    const fields = Array.from({ length: aliases }, (_, index) => `a${index}: ${name}${below}`);
    return `fragment f${level} on Any { ${fields.join(' ')} }`;
  });
  return `{ list { ...f0 } } ${fragments.join(' ')}`;
}
const levels = ['products', 'modifiers', 'values', 'price_adjuster', 'value'];

test('fragments within fragments that ask for billions of fields are refused at the first place that repeats one', () => {
  let counted = 0;
  expect(() => askedOf(nested(500, levels), (fields) => (counted += fields))).toThrow(/at most 3 times .* products/);
  expect(counted).toBe(500);
});

test('what is asked for is counted before what is below it is looked at', () => {
  let counted = 0;
  const count = (fields: number) => {
    counted += fields;
    if (counted > 50) throw new Error('too many');
  };
  expect(() => askedOf(nested(3, levels), count)).toThrow('too many');
  expect(counted).toBeLessThan(60);
});
