/*
 * The contract of the REST API as types. Generated from contracts/rest by `npm run docs`: do not edit.
 */

export type ErrorCode = 'invalid_parameter' | 'invalid_json' | 'invalid_graphql_request' | 'unauthorized' | 'forbidden' | 'product_not_found' | 'brand_not_found' | 'collection_not_found' | 'route_not_found' | 'method_not_allowed' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limited' | 'read_rate_limited' | 'internal_error' | 'upstream_unavailable' | 'market_not_ready';
export type IncludeGroup = 'sale_price' | 'calculated_price' | 'inventory' | 'brand' | 'custom_fields' | 'options' | 'seo' | 'dates' | 'images_all_sizes' | 'in_stock' | 'permalink' | 'availability' | 'currency' | 'market' | 'price_range';
export type ProductGroup = 'sale_price' | 'calculated_price' | 'inventory' | 'brand' | 'custom_fields' | 'options' | 'seo' | 'dates' | 'images_all_sizes' | 'in_stock' | 'permalink' | 'availability' | 'currency' | 'market' | 'price_range' | 'breadcrumbs' | 'related' | 'option_selections' | 'modifiers' | 'metafields';
export type CollectionGroup = 'tree';
export type CollectionDetailGroup = 'breadcrumbs' | 'image';
export interface paths {
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists published products */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one published product; an old slug redirects with 301 */
        get: operations["readProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{slug}/related": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists related products: first the store's own choice, then by shared categories, then by brand */
        get: operations["listRelatedProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Suggests products, collections and brands by name while somebody types */
        get: operations["listSuggestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts by which brands, collections, prices and stock a list of products can be narrowed further */
        get: operations["readFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sitemap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the addresses of all published products, the one that changed last first */
        get: operations["listSitemap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists brands */
        get: operations["listBrands"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brands/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one brand with the first of its published products; an old slug redirects with 301 */
        get: operations["readBrand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists visible categories */
        get: operations["listCollections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one visible category with its parent and children; an old slug redirects with 301 */
        get: operations["readCollection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the store's name, currency, weight unit and locale */
        get: operations["readStore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/markets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the markets that everybody can read */
        get: operations["listMarkets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the endpoints */
        get: operations["readIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the OpenAPI document of this API */
        get: operations["readContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/graphql": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Forwards a GraphQL request to the store: cart, checkout, customer, and product details */
        post: operations["graphql"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Says whether this instance takes requests
         * @description Called by load balancers and orchestrators. No response has a body.
         */
        get: operations["readReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Product: {
            id: number;
            name: string;
            slug: string;
            /** @description The regular price; null only in a further market, where it has none and is not sold. */
            price: number | null;
            /** @description The HTML from BigCommerce, unchanged. */
            description: string;
            images: components["schemas"]["Image"][];
            /** @description Slugs of the visible categories it is assigned to. */
            categories: string[];
            variants: components["schemas"]["Variant"][];
            tags: string[];
            meta: {
                /** @description Empty if there is none. */
                sku: string;
                /** @description The number and the store's unit, for example `1.5 kg`. */
                weight: string;
            };
            /** @description With `include=sale_price`: the price to pay instead of `price`; null when there is none. */
            sale_price?: number | null;
            /** @description With `include=in_stock`. */
            in_stock?: boolean;
            /**
             * Format: uri
             * @description With `include=permalink`: the product's page, as in lists.
             */
            permalink?: string;
            /** @description The current price: the sale price if there is one; null like `price`. */
            calculated_price?: number | null;
            inventory?: {
                in_stock: boolean;
                /** @enum {string} */
                tracking: "none" | "product" | "variant";
                /** @description Null when stock is not tracked. */
                level: number | null;
                /**
                 * @description `disabled`: cannot be bought at all, so `in_stock` is false regardless of the stock.
                 * @enum {string}
                 */
                availability: "available" | "disabled" | "preorder";
            };
            /**
             * @description `disabled`: cannot be bought at all, so `in_stock` is false regardless of the stock.
             * @enum {string}
             */
            availability?: "available" | "disabled" | "preorder";
            /** @description Of all prices; null before the first sync. */
            currency?: components["schemas"]["Currency"] | null;
            /** @description The market that all of this applies to; null before the first sync. */
            market?: components["schemas"]["ProductMarket"] | null;
            brand?: {
                id: number;
                name: string;
                slug: string;
            } | null;
            custom_fields?: {
                name: string;
                value: string;
            }[];
            /** @description The options of the variants, with their values. */
            options?: {
                id: number;
                name: string;
                values: {
                    id: number;
                    label: string;
                }[];
            }[];
            seo?: {
                page_title: string;
                meta_description: string;
                meta_keywords: string[];
            };
            /** @description As in BigCommerce, in UTC. */
            dates?: {
                /** Format: date-time */
                created: string;
                /** Format: date-time */
                modified: string;
            };
            /** @description In the order of `images`. */
            images_all_sizes?: {
                alt: string;
                /** Format: uri */
                zoom: string;
                /** Format: uri */
                standard: string;
                /** Format: uri */
                thumbnail: string;
                /** Format: uri */
                tiny: string;
                /** @description All of them for HTML's `srcset`, narrowest first; empty if the URLs don't say their widths. */
                srcset: string;
            }[];
            /** @description The current prices of the variants that can be bought; of all, if none can. Null where a further market sells none. */
            price_range?: {
                /** @description In the currency of the market, by default the store's. */
                min: number;
                /** @description In the currency of the market, by default the store's. */
                max: number;
            } | null;
            /** @description The longest path from the top level to one of its collections; empty if it is in none. */
            breadcrumbs?: components["schemas"]["Breadcrumb"][];
            /** @description What shoppers choose or enter in addition to the variant, in the store's order. Null until they were read for the first time, soon after the product was, or if the site reads none. */
            modifiers?: components["schemas"]["Modifier"][] | null;
            /** @description What the store shows to storefronts in the namespaces of the setting `metafieldNamespaces`, by namespace and key. Null until it was read for the first time, soon after the product was, or if the site reads none. */
            metafields?: components["schemas"]["Metafield"][] | null;
            /** @description The first four related products. */
            related?: components["schemas"]["ProductListItem"][];
        };
        ProductListItem: {
            id: number;
            name: string;
            slug: string;
            /** @description The regular price; null only in a further market, where it has none and is not sold. */
            price: number | null;
            /** @description The HTML from BigCommerce, unchanged. */
            description: string;
            images: components["schemas"]["Image"][];
            /** @description Slugs of the visible categories it is assigned to. */
            categories: string[];
            /** @description The price to pay instead of `price`; null when there is none. */
            sale_price: number | null;
            in_stock: boolean;
            /**
             * Format: uri
             * @description The product's page: the setting `productPageAddress` in this market, or `/products/{slug}` of the site.
             */
            permalink: string;
            /** @description The current price: the sale price if there is one; null like `price`. */
            calculated_price?: number | null;
            inventory?: {
                in_stock: boolean;
                /** @enum {string} */
                tracking: "none" | "product" | "variant";
                /** @description Null when stock is not tracked. */
                level: number | null;
                /**
                 * @description `disabled`: cannot be bought at all, so `in_stock` is false regardless of the stock.
                 * @enum {string}
                 */
                availability: "available" | "disabled" | "preorder";
            };
            /**
             * @description `disabled`: cannot be bought at all, so `in_stock` is false regardless of the stock.
             * @enum {string}
             */
            availability?: "available" | "disabled" | "preorder";
            /** @description Of all prices; null before the first sync. */
            currency?: components["schemas"]["Currency"] | null;
            /** @description The market that all of this applies to; null before the first sync. */
            market?: components["schemas"]["ProductMarket"] | null;
            brand?: {
                id: number;
                name: string;
                slug: string;
            } | null;
            custom_fields?: {
                name: string;
                value: string;
            }[];
            /** @description The options of the variants, with their values. */
            options?: {
                id: number;
                name: string;
                values: {
                    id: number;
                    label: string;
                }[];
            }[];
            seo?: {
                page_title: string;
                meta_description: string;
                meta_keywords: string[];
            };
            /** @description As in BigCommerce, in UTC. */
            dates?: {
                /** Format: date-time */
                created: string;
                /** Format: date-time */
                modified: string;
            };
            /** @description In the order of `images`. */
            images_all_sizes?: {
                alt: string;
                /** Format: uri */
                zoom: string;
                /** Format: uri */
                standard: string;
                /** Format: uri */
                thumbnail: string;
                /** Format: uri */
                tiny: string;
                /** @description All of them for HTML's `srcset`, narrowest first; empty if the URLs don't say their widths. */
                srcset: string;
            }[];
            /** @description The current prices of the variants that can be bought; of all, if none can. Null where a further market sells none. */
            price_range?: {
                /** @description In the currency of the market, by default the store's. */
                min: number;
                /** @description In the currency of the market, by default the store's. */
                max: number;
            } | null;
        };
        ProductList: {
            products: components["schemas"]["ProductListItem"][];
            /** @description Matching products. */
            total: number;
            /** @description Pages of `per_page` products; 0 when nothing matches. */
            pages: number;
        };
        RelatedProducts: {
            products: components["schemas"]["ProductListItem"][];
        };
        Variant: {
            id: number;
            /** @description Option labels joined with ` / `; the product's name when it has no options. */
            name: string;
            /** @description The current price of this variant; null only in a further market, where it is not sold. */
            price: number | null;
            in_stock: boolean;
            /** @description Null when stock is not tracked. */
            inventory_level?: number | null;
            sku?: string;
            options?: {
                /** @description The option's BigCommerce ID. */
                id: number;
                name: string;
                value_id: number;
                label: string;
            }[];
            /**
             * @description `disabled`: cannot be bought at all, so `in_stock` is false regardless of the stock.
             * @enum {string}
             */
            availability?: "available" | "disabled" | "preorder";
            /** @description What a cart takes to choose this variant; empty when the product has no options. */
            option_selections?: {
                /** @description The option's BigCommerce ID; `optionEntityId` in GraphQL. */
                option_id: number;
                /** @description The value's BigCommerce ID; `optionValueEntityId` in GraphQL. */
                option_value: number;
            }[];
        };
        Image: {
            /**
             * Format: uri
             * @description The standard size.
             */
            url: string;
            /** @description Never empty: the image's description, or the product's name. */
            alt: string;
        };
        Breadcrumb: {
            id: number;
            name: string;
            slug: string;
        };
        Metafield: {
            /** @description The metafield's BigCommerce ID; `entityId` in GraphQL. */
            id: number;
            namespace: string;
            key: string;
            /** @description As it was written: some apps write JSON. */
            value: string;
        };
        Modifier: {
            /** @description The modifier's BigCommerce ID; `optionEntityId` in GraphQL. */
            id: number;
            name: string;
            /** @description BigCommerce's word. Chosen by a value: `dropdown`, `radio_buttons`, `rectangles`, `swatch`, `product_list`, `product_list_with_images`, `checkbox`; entered: `text`, `multi_line_text`, `numbers_only_text`, `date`, `file`. */
            type: string;
            required: boolean;
            /** @description What is entered unless the shopper enters something else. */
            default_value: string | null;
            /** @description The label next to a checkbox; null for others. */
            checkbox_label: string | null;
            /** @description What may be entered; each is absent where there is no such limit. */
            limits: {
                min_length?: number;
                max_length?: number;
                max_lines?: number;
                min?: number;
                max?: number;
                /** @constant */
                integers_only?: true;
                /** @description The first day, as in `2026-11-25`. */
                earliest?: string;
                /** @description The last day. */
                latest?: string;
                /** @description Kinds such as `images`, and endings such as `pdf`. */
                file_types?: string[];
                /** @description In kilobytes. */
                max_file_size?: number;
            };
            /** @description In the store's order; empty where something is entered. */
            values: components["schemas"]["ModifierValue"][];
        };
        ModifierValue: {
            /** @description The value's BigCommerce ID; `optionValueEntityId` in GraphQL. */
            id: number;
            label: string;
            is_default: boolean;
            /** @description How it changes the price, in the currency of the store; null: not at all. */
            price_adjuster: {
                /**
                 * @description By an amount, or by a percentage.
                 * @enum {string}
                 */
                type: "relative" | "percentage";
                /** @description Negative if it lowers the price or the weight. */
                value: number;
            } | null;
            /** @description How it changes the weight, in the store's unit; null: not at all. */
            weight_adjuster: {
                /**
                 * @description By an amount, or by a percentage.
                 * @enum {string}
                 */
                type: "relative" | "percentage";
                /** @description Negative if it lowers the price or the weight. */
                value: number;
            } | null;
            /**
             * @description `disabled`: with it, the product cannot be bought.
             * @enum {string}
             */
            availability: "available" | "disabled";
            /** @description Why it cannot be bought; empty if the store says nothing. */
            message: string;
            /** @description Of a swatch. */
            colors: string[];
            /** @description The address of its picture; null if there is none. */
            image: string | null;
            /** @description In a list of products: the product that the value stands for. */
            product_id: number | null;
            /** @description Of a checkbox: whether it stands for the checked one. */
            is_checked: boolean | null;
        };
        Brand: {
            id: number;
            name: string;
            slug: string;
            description: string;
            /** @description The first 100 published products of this brand, by name. */
            products: components["schemas"]["BrandProduct"][];
            /** @description All published products of this brand. */
            total: number;
            links: {
                /** @description All of them, page by page and in the same order; a path below `{base_url}`. */
                products: string;
            };
        };
        BrandProduct: {
            id: number;
            name: string;
            slug: string;
            /** @description The regular price; null only in a further market, where it is not sold. */
            price: number | null;
        };
        BrandListItem: {
            id: number;
            name: string;
            slug: string;
            /** @description Published products of this brand. */
            product_count: number;
        };
        BrandList: {
            /** @description By name. */
            brands: components["schemas"]["BrandListItem"][];
            total?: number;
            pages?: number;
        };
        Collection: {
            id: number;
            name: string;
            slug: string;
            /** @description Published products assigned to it directly. */
            product_count: number;
            /** @description The HTML from BigCommerce, unchanged. */
            description: string;
            /** @description Slug of the visible parent collection; null at the top level. */
            parent: string | null;
            /** @description Visible child collections, in the store's order. */
            children: components["schemas"]["CollectionListItem"][];
            /** @description With `include=breadcrumbs`: the path from the top level to this collection, which is the last. */
            breadcrumbs?: components["schemas"]["Breadcrumb"][];
            /** @description With `include=image`; null if it has none. `alt` is its name. */
            image?: components["schemas"]["Image"] | null;
        };
        CollectionListItem: {
            id: number;
            name: string;
            slug: string;
            /** @description Published products assigned to it directly. */
            product_count: number;
            /** @description With `include=tree`: slug of the visible parent collection; null at the top level. */
            parent?: string | null;
            /** @description With `include=tree`: place among the collections with the same parent, in the store's order, from 1. */
            position?: number;
        };
        CollectionList: {
            /** @description In the store's order, then by name. */
            collections: components["schemas"]["CollectionListItem"][];
            total?: number;
            pages?: number;
        };
        Facets: {
            /** @description Products that pass all filters. */
            total: number;
            /** @description Of the current prices, without `min_price` and `max_price`; null where nothing is left. */
            price: {
                min: number;
                max: number;
            } | null;
            /** @description The 100 most frequent, without `brand`; the most frequent first. */
            brands: components["schemas"]["FacetValue"][];
            /** @description The 100 most frequent visible ones, without `category`. */
            collections: components["schemas"]["FacetValue"][];
            /** @description Without `in_stock`. */
            stock: {
                in_stock: number;
                out_of_stock: number;
            };
            /** @description With a sale price, without `on_sale`. */
            on_sale: number;
        };
        FacetValue: {
            id: number;
            name: string;
            slug: string;
            count: number;
        };
        SitemapProduct: {
            id: number;
            slug: string;
            /**
             * Format: uri
             * @description The product's page, as in lists.
             */
            permalink: string;
            /**
             * Format: date-time
             * @description When this site's copy of it last changed, in UTC.
             */
            changed: string;
        };
        Sitemap: {
            /** @description All published products, the one that changed last first. */
            products: components["schemas"]["SitemapProduct"][];
            /** @description Published products. */
            total: number;
            pages: number;
        };
        SuggestedProduct: {
            id: number;
            name: string;
            slug: string;
            /** @description The regular price; null only in a further market, where it has none and is not sold. */
            price: number | null;
            /** @description The price to pay instead of `price`; null when there is none. */
            sale_price: number | null;
            /** @description The first one, in the size `thumbnail`. */
            image: components["schemas"]["Image"] | null;
        };
        SuggestedName: {
            id: number;
            name: string;
            slug: string;
        };
        Suggestions: {
            products: components["schemas"]["SuggestedProduct"][];
            collections: components["schemas"]["SuggestedName"][];
            brands: components["schemas"]["SuggestedName"][];
        };
        Store: {
            name: string | null;
            /** @description The default currency, which all prices are in. */
            currency: components["schemas"]["Currency"] | null;
            /** @description As in `meta.weight` of a product, for example `kg`. */
            weight_unit: string | null;
            /** @description The store's language, for example `en`. */
            locale: string | null;
        };
        Currency: {
            /** @description ISO 4217, for example `USD`. */
            code: string;
            /** @description For example `$`. */
            symbol: string | null;
            /** @description How many digits follow the point. */
            decimals: number | null;
            /** @description On which side of the number the symbol is. */
            placement: ("left" | "right") | null;
        };
        ProductMarket: {
            /** @description What the parameter `market` takes. */
            key: string;
            /** @description ISO 4217, for example `USD`. */
            currency: string;
            /** @description For example `en`; null if the store has not said it yet. */
            locale: string | null;
            /** @description The channel's BigCommerce ID. */
            channel_id: number;
        };
        MarketListItem: {
            name: string;
            /** @description What the parameter `market` takes. */
            key: string;
            /** @description ISO 4217, for example `USD`. */
            currency: string;
            /** @description For example `en`; null if the store has not said it yet. */
            locale: string | null;
            /** @description The channel's BigCommerce ID. */
            channel_id: number;
        };
        MarketList: {
            /** @description Those that everybody can read; `default` is among them after the first sync. */
            markets: components["schemas"]["MarketListItem"][];
        };
        Index: {
            /** @constant */
            name: "Commerce Bridge";
            endpoints: {
                /** @enum {string} */
                method: "GET" | "POST";
                /** @description Below `{base_url}`, with parameters in braces: `/products/{slug}`. */
                path: string;
                summary: string;
            }[];
        };
        ContractDocument: {
            /** @constant */
            openapi: "3.1.0";
            info: {
                title: string;
                /** @description The plugin's version. */
                version: string;
            } & {
                [key: string]: unknown;
            };
            paths: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        GraphqlRequest: {
            /** @description A GraphQL document. Optional if a safelist is set and `extensions.persistedQuery` names one of its documents. */
            query?: string | null;
            /** @description Values of the operation's variables. */
            variables?: {
                [key: string]: unknown;
            } | null;
            /** @description Which operation to run; required if the document has several. */
            operationName?: string | null;
            /** @description Accepted from clients that send it. Only `persistedQuery` is used, and nothing is forwarded. */
            extensions?: ({
                persistedQuery?: ({
                    /** @constant */
                    version: 1;
                    sha256Hash: string;
                } & {
                    [key: string]: unknown;
                }) | null;
            } & {
                [key: string]: unknown;
            }) | null;
        };
        GraphqlAnswer: {
            data?: unknown;
            errors?: ({
                message: string;
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        GraphqlErrorBody: {
            /** @description Machine-readable; one of the documented codes. */
            code: string;
            /** @description Human-readable. */
            message: string;
            data: {
                /** @description The HTTP status. */
                status: number;
                /** @description With `invalid_parameter`: each invalid parameter and what is allowed. */
                params?: {
                    [key: string]: string;
                };
            };
            /** @description The same again, in the format that GraphQL clients read. */
            errors: {
                message: string;
                extensions: {
                    code: string;
                };
            }[];
        };
        ErrorBody: {
            /** @description Machine-readable; one of the documented codes. */
            code: string;
            /** @description Human-readable. */
            message: string;
            data: {
                /** @description The HTTP status. */
                status: number;
                /** @description With `invalid_parameter`: each invalid parameter and what is allowed. */
                params?: {
                    [key: string]: string;
                };
            };
        };
    };
    responses: {
        /** @description The request is invalid; with `invalid_parameter`, `data.params` names each invalid parameter and what is allowed. */
        InvalidParameter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "invalid_parameter";
                    /** @description Human-readable. */
                    message: string;
                    data: {
                        /** @constant */
                        status: 400;
                        /** @description With `invalid_parameter`: each invalid parameter and what is allowed. */
                        params?: {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
        /** @description The market is for callers with an API token of the site, and there is none, or an invalid one. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "unauthorized";
                    /** @description Human-readable. */
                    message: string;
                    data: {
                        /** @constant */
                        status: 401;
                    };
                };
            };
        };
        /** @description The API token does not have the permission to read this market. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "forbidden";
                    /** @description Human-readable. */
                    message: string;
                    data: {
                        /** @constant */
                        status: 403;
                    };
                };
            };
        };
        /** @description There is nothing here. */
        ProductNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "product_not_found";
                    /** @description Human-readable. */
                    message: string;
                    data: {
                        /** @constant */
                        status: 404;
                    };
                };
            };
        };
        /** @description There is nothing here. */
        BrandNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "brand_not_found";
                    /** @description Human-readable. */
                    message: string;
                    data: {
                        /** @constant */
                        status: 404;
                    };
                };
            };
        };
        /** @description There is nothing here. */
        CollectionNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "collection_not_found";
                    /** @description Human-readable. */
                    message: string;
                    data: {
                        /** @constant */
                        status: 404;
                    };
                };
            };
        };
        /** @description Too many requests. */
        ReadRateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "read_rate_limited";
                    /** @description Human-readable. */
                    message: string;
                    data: {
                        /** @constant */
                        status: 429;
                    };
                };
            };
        };
        /** @description Something went wrong on the site. See its log for the request id. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "internal_error";
                    /** @description Human-readable. */
                    message: string;
                    data: {
                        /** @constant */
                        status: 500;
                    };
                };
            };
        };
        /** @description The market was never read from the store completely. */
        MarketNotReady: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {string} */
                    code: "market_not_ready";
                    /** @description Human-readable. */
                    message: string;
                    data: {
                        /** @constant */
                        status: 503;
                    };
                };
            };
        };
        /** @description Rejected by the site before the request reaches the endpoint (an IP filter, a maintenance page): the status is the site's, and the code is the name of the status, for example `forbidden`. */
        Other: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Rejected by the site before the request reaches the endpoint (an IP filter, a maintenance page): the status is the site's, and the code is the name of the status, for example `forbidden`. */
        GraphqlOther: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["GraphqlErrorBody"];
            };
        };
    };
    parameters: {
        /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
        Market: string;
        /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listProducts: {
        parameters: {
            query?: {
                /** @description Products per page. */
                per_page?: number;
                /** @description Page number, starting at 1. Past the end the list is empty. */
                page?: number;
                /** @description A category slug. */
                category?: string;
                /** @description Part of the title or of the description's text, not case-sensitive. `%` and `_` have no special meaning. */
                search?: string;
                /** @description `price` is the current price. */
                orderby?: "title" | "date" | "price";
                /** @description Ties are ordered by id, in the same direction. */
                order?: "asc" | "desc";
                /** @description Comma-separated groups of fields to add to each product. */
                include?: ("sale_price" | "calculated_price" | "inventory" | "brand" | "custom_fields" | "options" | "seo" | "dates" | "images_all_sizes" | "in_stock" | "permalink" | "availability" | "currency" | "market" | "price_range")[];
                /** @description A brand id or slug; a number is treated as an id first. */
                brand?: string;
                /** @description The lowest current price. */
                min_price?: number;
                /** @description The highest current price. */
                max_price?: number;
                /** @description Whether it is in stock. */
                in_stock?: boolean;
                /** @description Whether it has a sale price. */
                on_sale?: boolean;
                /** @description The product's own SKU, exact match; variant SKUs are not searched. */
                sku?: string;
                /** @description Comma list of product ids; unknown ids are ignored. */
                ids?: number[];
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    readProduct: {
        parameters: {
            query?: {
                /** @description Comma-separated groups of fields to add. `related` adds four products as in a list, each with the groups that lists have, too. */
                include?: ("sale_price" | "calculated_price" | "inventory" | "brand" | "custom_fields" | "options" | "seo" | "dates" | "images_all_sizes" | "in_stock" | "permalink" | "availability" | "currency" | "market" | "price_range" | "breadcrumbs" | "related" | "option_selections" | "modifiers" | "metafields")[];
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The product's slug, percent-encoded. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description The slug has changed. The response has no body. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductNotFound"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    listRelatedProducts: {
        parameters: {
            query?: {
                /** @description Maximum number of products. */
                per_page?: number;
                /** @description Comma-separated groups of fields to add to each product. */
                include?: ("sale_price" | "calculated_price" | "inventory" | "brand" | "custom_fields" | "options" | "seo" | "dates" | "images_all_sizes" | "in_stock" | "permalink" | "availability" | "currency" | "market" | "price_range")[];
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The product's slug, percent-encoded. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RelatedProducts"];
                };
            };
            /** @description The slug has changed. The response has no body. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductNotFound"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    listSuggestions: {
        parameters: {
            query?: {
                /** @description What was typed so far, not case-sensitive; without it, nothing is suggested. */
                search?: string;
                /** @description Maximum number of products, of collections, and of brands. */
                per_page?: number;
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestions"];
                };
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    readFacets: {
        parameters: {
            query?: {
                /** @description A category slug. */
                category?: string;
                /** @description Part of the title or of the description's text, not case-sensitive. `%` and `_` have no special meaning. */
                search?: string;
                /** @description A brand id or slug; a number is treated as an id first. */
                brand?: string;
                /** @description The lowest current price. */
                min_price?: number;
                /** @description The highest current price. */
                max_price?: number;
                /** @description Whether it is in stock. */
                in_stock?: boolean;
                /** @description Whether it has a sale price. */
                on_sale?: boolean;
                /** @description The product's own SKU, exact match; variant SKUs are not searched. */
                sku?: string;
                /** @description Comma list of product ids; unknown ids are ignored. */
                ids?: number[];
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Facets"];
                };
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    listSitemap: {
        parameters: {
            query?: {
                /** @description Products per page. */
                per_page?: number;
                /** @description Page number, starting at 1. Past the end the list is empty. */
                page?: number;
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sitemap"];
                };
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    listBrands: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. Without `page` and `per_page` everything is listed. */
                page?: number;
                /** @description Items per page; 50 if only `page` is given. */
                per_page?: number;
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandList"];
                };
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    readBrand: {
        parameters: {
            query?: {
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The BigCommerce brand ID or the brand's slug, percent-encoded; a number is treated as an ID first. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Brand"];
                };
            };
            /** @description The slug has changed. The response has no body. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BrandNotFound"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    listCollections: {
        parameters: {
            query?: {
                /** @description Page number, starting at 1. Without `page` and `per_page` everything is listed. */
                page?: number;
                /** @description Items per page; 50 if only `page` is given. */
                per_page?: number;
                /** @description Comma-separated groups of fields to add: `tree` adds `parent` and `position`. */
                include?: "tree"[];
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectionList"];
                };
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    readCollection: {
        parameters: {
            query?: {
                /** @description Comma-separated groups of fields to add: `breadcrumbs`, `image`. */
                include?: ("breadcrumbs" | "image")[];
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The collection's slug, percent-encoded. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            /** @description The slug has changed. The response has no body. */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CollectionNotFound"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    readStore: {
        parameters: {
            query?: {
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Store"];
                };
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    listMarkets: {
        parameters: {
            query?: {
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketList"];
                };
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    readIndex: {
        parameters: {
            query?: {
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Index"];
                };
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    readContract: {
        parameters: {
            query?: {
                /** @description The key of a market, as `GET /markets` lists them. One with its own prices takes an API token. */
                market?: components["parameters"]["Market"];
            };
            header?: {
                /** @description The `ETag` of a cached response: if it is still valid, the response is a 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractDocument"];
                };
            };
            /** @description Not modified. The response has no body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["ReadRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["MarketNotReady"];
            default: components["responses"]["Other"];
        };
    };
    graphql: {
        parameters: {
            query?: never;
            header?: {
                /** @description Forwarded: selects the language of the response. */
                "Accept-Language"?: string;
                /** @description Forwarded: the token returned by `login`, for customer data. */
                "X-Bc-Customer-Access-Token"?: string;
                /** @description The key of a market, whose storefront responds; the parameter `market` in the address does the same. */
                "X-Commerce-Market"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GraphqlRequest"];
            };
        };
        responses: {
            /** @description The store's response; it can contain `errors` next to `data`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GraphqlAnswer"];
                };
            };
            /** @description Rejected by the store, in its own format (`errors` only), or by this site before it was forwarded (with `code`). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "invalid_json" | "invalid_graphql_request" | "invalid_parameter";
                        /** @description Human-readable. */
                        message: string;
                        data: {
                            /** @constant */
                            status: 400;
                            /** @description With `invalid_parameter`: each invalid parameter and what is allowed. */
                            params?: {
                                [key: string]: string;
                            };
                        };
                        /** @description The same again, in the format that GraphQL clients read. */
                        errors: {
                            message: string;
                            extensions: {
                                code: string;
                            };
                        }[];
                    } | components["schemas"]["GraphqlAnswer"];
                };
            };
            /** @description The market is for callers with an API token of the site, and there is none, or an invalid one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "unauthorized";
                        /** @description Human-readable. */
                        message: string;
                        data: {
                            /** @constant */
                            status: 401;
                        };
                        /** @description The same again, in the format that GraphQL clients read. */
                        errors: {
                            message: string;
                            extensions: {
                                code: string;
                            };
                        }[];
                    };
                };
            };
            /** @description The API token does not have the permission to read this market. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "forbidden";
                        /** @description Human-readable. */
                        message: string;
                        data: {
                            /** @constant */
                            status: 403;
                        };
                        /** @description The same again, in the format that GraphQL clients read. */
                        errors: {
                            message: string;
                            extensions: {
                                code: string;
                            };
                        }[];
                    };
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "payload_too_large";
                        /** @description Human-readable. */
                        message: string;
                        data: {
                            /** @constant */
                            status: 413;
                        };
                        /** @description The same again, in the format that GraphQL clients read. */
                        errors: {
                            message: string;
                            extensions: {
                                code: string;
                            };
                        }[];
                    };
                };
            };
            /** @description The request body is not of the type that this endpoint takes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "unsupported_media_type";
                        /** @description Human-readable. */
                        message: string;
                        data: {
                            /** @constant */
                            status: 415;
                        };
                        /** @description The same again, in the format that GraphQL clients read. */
                        errors: {
                            message: string;
                            extensions: {
                                code: string;
                            };
                        }[];
                    };
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "rate_limited";
                        /** @description Human-readable. */
                        message: string;
                        data: {
                            /** @constant */
                            status: 429;
                        };
                        /** @description The same again, in the format that GraphQL clients read. */
                        errors: {
                            message: string;
                            extensions: {
                                code: string;
                            };
                        }[];
                    };
                };
            };
            /** @description Something went wrong on the site. See its log for the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "internal_error";
                        /** @description Human-readable. */
                        message: string;
                        data: {
                            /** @constant */
                            status: 500;
                        };
                        /** @description The same again, in the format that GraphQL clients read. */
                        errors: {
                            message: string;
                            extensions: {
                                code: string;
                            };
                        }[];
                    };
                };
            };
            /** @description The store could not be reached, or sent an invalid response. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "upstream_unavailable";
                        /** @description Human-readable. */
                        message: string;
                        data: {
                            /** @constant */
                            status: 502;
                        };
                        /** @description The same again, in the format that GraphQL clients read. */
                        errors: {
                            message: string;
                            extensions: {
                                code: string;
                            };
                        }[];
                    };
                };
            };
            default: components["responses"]["GraphqlOther"];
        };
    };
    readReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It takes requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is starting or stopping; another instance may take requests. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
