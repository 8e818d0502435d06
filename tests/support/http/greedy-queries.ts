/** The same field under this many aliases. */
const aliases = (field: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `x${index}: ${field}`).join(' ');

const thrice = (field: string): string =>
  ['a', 'b', 'c'].map((alias) => `${alias}${field.split(' ')[0]}: ${field}`).join(' ');

// The site has six entries: together they show more than ten thousand records, and only a little more, since each field
// too many costs an error.
const aliasesOfEach = 1700;

/** Queries of Strapi's GraphQL that exceed a limit of a single request: what is exceeded, the query, and the error. */
export const greedyQueries: readonly (readonly [string, string, RegExp])[] = [
  ['more products a page than REST', '{ commerceProducts(perPage: 101) { total } }', /perPage/],
  ['page 0', '{ commerceProducts(page: 0) { total } }', /page/],
  ['both a slug and an id', '{ commerceProduct(slug: "a", id: 1) { id } }', /either a slug or an id/],
  ['neither', '{ commerceBrand { id } }', /either a slug or an id/],
  [
    'more than twenty queries',
    `{ ${Array.from({ length: 21 }, (_, index) => `q${index}: commerceBrands { total }`).join(' ')} }`,
    /at most 20 queries/,
  ],
  [
    'more than a thousand products',
    `{ ${Array.from({ length: 11 }, (_, index) => `q${index}: commerceProducts(perPage: 100, page: ${index + 1}) { total }`).join(' ')} }`,
    /at most 1000 products/,
  ],
  [
    'so many fields that looking through them takes time',
    `{ ${aliases('commerceProduct(id: 14) { ...p }', 400)} }
       fragment p on CommerceProduct { ${thrice('modifiers { ...m }')} }
       fragment m on CommerceModifier { ${thrice('values { ...v }')} }
       fragment v on CommerceModifierValue { ${thrice('price_adjuster { value }')} ${thrice('weight_adjuster { value }')} }`,
    /at most 20000 fields/,
  ],
  [
    'a field of products again and again, by aliases',
    `{ commerceProducts { products { ${aliases('variants { name price }', 4)} } } }`,
    /at most 3 times .* variants/,
  ],
  [
    'the same in fragments',
    `{ commerceProducts { products { ...a ... { x3: name } } } }
       fragment a on CommerceProduct { x1: name ...b } fragment b on CommerceProduct { x2: name x4: name }`,
    /at most 3 times .* name/,
  ],
  [
    'the same in brands',
    `{ commerceBrand(slug: "acme") { products { ${aliases('name', 4)} } } }`,
    /at most 3 times .* name/,
  ],
  [
    "the same in the site's own entries",
    `{ articles { chosen { ${aliases('description', 4)} } } }`,
    /at most 3 times .* description/,
  ],
  [
    'the same below a relation to anything',
    `{ articles { anything { ...a ... on CommerceProduct { x3: name } } } }
       fragment a on GenericMorph { ... on CommerceProduct { x1: name x2: name x4: name } }`,
    /at most 3 times .* name/,
  ],
  [
    "a choice of the site's own entries again and again",
    `{ articles { ${aliases('choices { id }', aliasesOfEach)} } }`,
    /at most 10000 cached records/,
  ],
  [
    "a relation of the site's own entries again and again",
    `{ articles { ${aliases('brand { id }', aliasesOfEach)} } }`,
    /at most 10000 cached records/,
  ],
  [
    'a relation to anything again and again',
    `{ articles { ${aliases('anything { __typename }', aliasesOfEach)} } }`,
    /at most 10000 cached records/,
  ],
  [
    "more depth than the site's limit",
    '{ articles { looks { shelf { products { options { values { id } } } } } } }',
    /exceeds maximum operation depth/,
  ],
];
