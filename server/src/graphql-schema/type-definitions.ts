import { extraTypes } from './extra-types';

/**
 * The catalog in the site's GraphQL API: the same as in the REST API, with the same names (behavior 13.2). `Long` is
 * one of Strapi's scalars: upstream's ids have 64 bits.
 */
export const typeDefinitions = /* GraphQL */ `
  ${extraTypes}
  enum CommerceProductOrder {
    title
    date
    "What shoppers pay."
    price
  }

  enum CommerceDirection {
    asc
    desc
  }

  type CommerceImage {
    "The standard size."
    url: String!
    alt: String!
  }

  type CommerceImageSizes {
    alt: String!
    zoom: String!
    standard: String!
    thumbnail: String!
    tiny: String!
    "All of them for HTML's \`srcset\`, narrowest first; empty if the URLs don't say their widths."
    srcset: String!
  }

  type CommerceVariantOption {
    id: Long!
    name: String!
    value_id: Long!
    label: String!
  }

  type CommerceOptionSelection {
    "\`optionEntityId\` of a cart."
    option_id: Long!
    "\`optionValueEntityId\` of a cart."
    option_value: Long!
  }

  type CommerceVariant {
    id: Long!
    "Option labels joined with \` / \`; the product's name when it has no options."
    name: String!
    "What this variant costs now; null only in a further market, where it is not sold."
    price: Float
    in_stock: Boolean!
    "Null when stock is not tracked."
    inventory_level: Int
    sku: String!
    options: [CommerceVariantOption!]!
    "What a cart takes to choose this variant; empty when the product has no options."
    option_selections: [CommerceOptionSelection!]!
    "\`disabled\`: this variant cannot be bought at all."
    availability: String!
  }

  type CommerceOptionValue {
    id: Long!
    label: String!
  }

  type CommerceOption {
    id: Long!
    name: String!
    values: [CommerceOptionValue!]!
  }

  type CommerceProductMeta {
    sku: String!
    "The number and the store's unit, for example \`1.5 kg\`."
    weight: String!
  }

  type CommerceInventory {
    in_stock: Boolean!
    tracking: String!
    "Null when stock is not tracked."
    level: Int
    availability: String!
  }

  type CommerceCurrency {
    "ISO 4217."
    code: String!
    symbol: String
    decimals: Int
    placement: String
  }

  type CommerceMarket {
    key: String!
    channel_id: Long!
    "ISO 4217."
    currency: String!
    locale: String
  }

  type CommerceCustomField {
    name: String!
    value: String!
  }

  type CommerceSeo {
    page_title: String!
    meta_description: String!
    meta_keywords: [String!]!
  }

  type CommerceDates {
    created: String!
    modified: String!
  }

  type CommercePriceRange {
    min: Float!
    max: Float!
  }

  type CommerceBreadcrumb {
    id: Long!
    name: String!
    slug: String!
  }

  type CommerceProductBrand {
    id: Long!
    name: String!
    slug: String!
  }

  type CommerceProduct {
    "The BigCommerce ID, which carts take."
    id: Long!
    name: String!
    slug: String!
    "The regular price; null only in a further market, where it is not sold."
    price: Float
    "Null when there is none."
    sale_price: Float
    "What shoppers pay now; null like \`price\`."
    calculated_price: Float
    "The HTML from BigCommerce, unchanged."
    description: String!
    images: [CommerceImage!]!
    images_all_sizes: [CommerceImageSizes!]!
    "Slugs of visible categories."
    categories: [String!]!
    in_stock: Boolean!
    permalink: String!
    variants: [CommerceVariant!]!
    tags: [String!]!
    meta: CommerceProductMeta!
    inventory: CommerceInventory!
    availability: String!
    brand: CommerceProductBrand
    custom_fields: [CommerceCustomField!]!
    options: [CommerceOption!]!
    "The current prices of the variants that can be bought; of all, if none can."
    price_range: CommercePriceRange
    "Only of a single product: the way to its first visible category, from the top."
    breadcrumbs: [CommerceBreadcrumb!]
    "Only of a single product: what shoppers choose or enter in addition to the variant; null until it was read."
    modifiers: [CommerceModifier!]
    "Only of a single product: those that the store shows to storefronts, in the namespaces that the site reads; null until they were read."
    metafields: [CommerceMetafield!]
    seo: CommerceSeo!
    dates: CommerceDates!
    "Null before the first sync."
    currency: CommerceCurrency
    "Null before the first sync."
    market: CommerceMarket
  }

  type CommerceProductList {
    products: [CommerceProduct!]!
    total: Int!
    pages: Int!
  }

  type CommerceBrandProduct {
    id: Long!
    name: String!
    slug: String!
    price: Float
  }

  type CommerceBrand {
    id: Long!
    name: String!
    slug: String!
    product_count: Int!
    "Only of a single brand."
    description: String
    "Only of a single brand: the first of its products, by name."
    products: [CommerceBrandProduct!]
  }

  type CommerceBrandList {
    brands: [CommerceBrand!]!
    total: Int!
    pages: Int!
  }

  type CommerceCollection {
    id: Long!
    name: String!
    slug: String!
    product_count: Int!
    "Slug of the visible parent collection; null at the top level."
    parent: String
    "Place among the collections with the same parent, from 1."
    position: Int!
  }

  type CommerceCollectionList {
    collections: [CommerceCollection!]!
    total: Int!
    pages: Int!
  }

  type Query {
    commerceProducts(
      search: String
      "A slug."
      category: String
      "An ID or a slug."
      brand: String
      minPrice: Float
      maxPrice: Float
      inStock: Boolean
      onSale: Boolean
      orderBy: CommerceProductOrder
      order: CommerceDirection
      page: Int
      perPage: Int
      "The key of a market. One that is not public takes an API token."
      market: String
    ): CommerceProductList!
    "By its slug or its BigCommerce ID; null if there is none."
    commerceProduct(slug: String, id: Long, market: String): CommerceProduct
    commerceBrands(page: Int, perPage: Int, market: String): CommerceBrandList!
    "By its slug or its BigCommerce ID; null if there is none."
    commerceBrand(slug: String, id: Long, market: String): CommerceBrand
    commerceCollections(page: Int, perPage: Int, market: String): CommerceCollectionList!
  }
`;
