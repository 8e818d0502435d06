import { z } from 'zod';
import { breadcrumb } from '../breadcrumbs';
import { brand, brandList, brandListItem, brandProduct } from '../brands';
import { collection, collectionList, collectionListItem } from '../collections';
import { contractDocument } from '../endpoints';
import { facets, facetValue } from '../facets';
import { index } from '../site-index';
import { currency, store } from '../store';
import { errorBody } from '../errors';
import { marketList, marketListItem, productMarket } from '../markets';
import { metafield } from '../metafields';
import { modifier, modifierValue } from '../modifiers';
import { graphqlResponse, graphqlBody, graphqlErrorBody } from '../graphql';
import { image, product, productList, productListItem, relatedProducts, variant } from '../products';
import { sitemap, sitemapProduct } from '../sitemap';
import { suggestedName, suggestedProduct, suggestions } from '../suggestions';
import { webhookDelivery, webhookError } from '../webhook';
import type { JsonSchema, Reference } from './openapi-types';

/** All schemas with their own names in the document, and so in clients generated from it. */
const namedSchemas = {
  Product: product,
  ProductListItem: productListItem,
  ProductList: productList,
  RelatedProducts: relatedProducts,
  Variant: variant,
  Image: image,
  Breadcrumb: breadcrumb,
  Metafield: metafield,
  Modifier: modifier,
  ModifierValue: modifierValue,
  Brand: brand,
  BrandProduct: brandProduct,
  BrandListItem: brandListItem,
  BrandList: brandList,
  Collection: collection,
  CollectionListItem: collectionListItem,
  CollectionList: collectionList,
  Facets: facets,
  FacetValue: facetValue,
  SitemapProduct: sitemapProduct,
  Sitemap: sitemap,
  SuggestedProduct: suggestedProduct,
  SuggestedName: suggestedName,
  Suggestions: suggestions,
  Store: store,
  Currency: currency,
  ProductMarket: productMarket,
  MarketListItem: marketListItem,
  MarketList: marketList,
  Index: index,
  ContractDocument: contractDocument,
  GraphqlRequest: graphqlBody,
  GraphqlAnswer: graphqlResponse,
  GraphqlErrorBody: graphqlErrorBody,
  WebhookDelivery: webhookDelivery,
  WebhookError: webhookError,
  ErrorBody: errorBody,
};

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(namedSchemas)) names.add(schema, { id });

const pointerTo = (id: string): string => `#/components/schemas/${id}`;

/** `components.schemas`, from the schemas that define our responses. */
export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(names, { uri: pointerTo, override: ({ jsonSchema }) => tidy(jsonSchema) });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => {
      if (!$schema || !$id) throw new TypeError(`The schema ${name} is not self-contained.`);
      return [name, schema];
    }),
  );
}

/** A reference to a named schema; throws if the schema has no name. */
export function referenceTo(schema: z.ZodType): Reference {
  const named = names.get(schema);
  if (!named) throw new TypeError('This schema has no name in the document.');
  return { $ref: pointerTo(named.id) };
}

/** The inline schema of a value without its own name. `input`: as callers send it; `output`: as we return it. */
export function inlineSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => tidy(jsonSchema) });
  if (!$schema) throw new TypeError('This schema is not self-contained.');
  return json;
}

// Zod adds the bounds of safe integers where a schema has none, and a pattern in addition to a date's format.
function tidy(schema: JsonSchema): void {
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
