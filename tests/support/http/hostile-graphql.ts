/**
 * Queries of Strapi's GraphQL on a site of `articleSite` with which a hostile caller may try to find hidden records, or
 * to make the site fail.
 */
const aboutHidden: readonly string[] = [
  '{ articles(filters: { related: { title: { contains: "Secret" } } }) { title } }',
  '{ articles(filters: { main: { price: { gt: 100 } } }) { title } }',
  '{ articles(filters: { not: { related: { title: { eq: "x" } } } }) { title } }',
  '{ articles(filters: { or: [{ brand: { slug: { eq: "secret" } } }] }) { title } }',
  '{ articles(filters: { look: { product: { title: { contains: "Secret" } } } }) { title } }',
  '{ articles(sort: "main.title") { title } }',
  '{ articles(sort: ["title", "main.price:desc"]) { title } }',
  '{ articles(sort: "look.product.title") { title } }',
  '{ articles(sort: ["brand.title:asc"], pagination: { limit: 1 }) { title } }',
  '{ articles_connection(sort: "main.price") { nodes { title } pageInfo { total } } }',
  '{ articles_connection(filters: { related: { id: { notNull: true } } }) { pageInfo { total } } }',
  '{ articles_connection { nodes { title related { name } main { name } brand { name } } pageInfo { total } } }',
  '{ articles(status: DRAFT, sort: "title") { title main { name } related { id name } categories { name } } }',
  '{ articles(sort: "title") { title anything { __typename } } }',
  '{ articles(sort: "title") { title anything { ... on CommerceProduct { name } } } }',
  '{ articles(status: DRAFT, sort: "title") { title anything { __typename ... on CommerceProduct { id name } ... on CommerceBrand { id name } } } }',
  '{ articles_connection { nodes { anything { ... on CommerceProduct { name brand { name } categories } } } pageInfo { total } } }',
  '{ articles(sort: "title") { title related(filters: { title: { eq: "Apple" } }) { name } } }',
  '{ articles(sort: "title") { title related(pagination: { limit: 1 }) { name } } }',
  '{ articles(sort: "title") { title related_connection { pageInfo { total } } } }',
  '{ articles(sort: "title") { title main { titleKey fingerprint } } }',
  '{ articles(sort: "title") { title main { brand { name } categories } related { brand { name } categories } } }',
  '{ articles(sort: "title") { blocks { ... on ComponentArticleShelf { products { name } } ... on ComponentArticleLook { product { name } } } } }',
  '{ articles(sort: "title") { looks { product { name } shelf { products { name } } } } }',
  '{ articles(sort: "title") { chosen { name } choices { name } } }',
  '{ commerceBridgeProducts { title } }',
  '{ products { title } }',
  '{ commerceProduct(id: 12) { id } }',
  '{ commerceProduct(id: 13) { id } }',
  '{ commerceBrand(id: 2) { id products { name } } }',
  '{ commerceBrands { brands { id name product_count } total } }',
  '{ commerceCollections { collections { id name slug product_count parent position } total } }',
  '{ commerceProducts(search: "Secret") { total products { name } } }',
  '{ commerceProducts(category: "secret-cellar") { total } }',
  '{ commerceProducts(brand: "2") { total } }',
  '{ commerceProducts(orderBy: price, order: desc, perPage: 1) { total products { name categories brand { name } } } }',
];

// Without circular or undefined fragments, for which Strapi's own depth rule responds with a 500.
const odd: readonly string[] = [
  ...['\\u0000', '%', '_', '\\\\', "'", '\\uD800', '*', '(', ' ', '-'.repeat(300), 'ab'.repeat(5000)].map(
    (search) => `{ commerceProducts(search: "${search}") { total } }`,
  ),
  ...['\\u0000', '..', '%2e', '__proto__', 'constructor', "' OR 1=1 --", '\\uD800'].flatMap((slug) => [
    `{ commerceProduct(slug: "${slug}") { id } }`,
    `{ commerceBrand(slug: "${slug}") { id } }`,
    `{ commerceProducts(category: "${slug}", brand: "${slug}") { total } }`,
    `{ commerceProducts(market: "${slug}") { total } }`,
  ]),
  ...[
    '0',
    '-1',
    '9007199254740993',
    '9223372036854775807',
    '9223372036854775808',
    '1e400',
    '"1"',
    'null',
    'true',
  ].flatMap((id) => [`{ commerceProduct(id: ${id}) { id } }`, `{ commerceBrand(id: ${id}) { id } }`]),
  ...['1e308', '-1', '1e400', '0.1', 'null'].map((price) => `{ commerceProducts(minPrice: ${price}) { total } }`),
  ...['2147483647', '2147483648', '-1', 'null', '1.5'].flatMap((page) => [
    `{ commerceProducts(page: ${page}) { total } }`,
    `{ commerceProducts(perPage: ${page}) { total } }`,
    `{ commerceBrands(page: ${page}) { total } }`,
    `{ commerceCollections(page: 1, perPage: ${page}) { total } }`,
  ]),
  'mutation { createCommerceProduct(data: { name: "x" }) { id } }',
  'subscription { commerceProducts { total } }',
  '{ __schema { types { name fields { name type { name ofType { name } } } } } }',
  '{ __type(name: "CommerceProduct") { fields { name } } }',
  '{ commerceProducts { __typename products { __typename id @skip(if: true) name @include(if: false) } } }',
  '',
  '{',
];

export const hostileGraphql: readonly string[] = [...aboutHidden, ...odd];
