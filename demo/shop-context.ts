import {
  type CollectionListItem,
  type CommerceBridgeClient,
  createCommerceBridgeClient,
  type Store,
} from 'strapi-plugin-commerce-bridge/client';
import type { FastifyRequest } from 'fastify';
import { readVisitor, type Visitor } from './visitor';

/** Addresses of the shop's site and of the simulated store. */
export interface ShopOptions {
  /** For example `http://127.0.0.1:1337`. */
  siteUrl: string;
  /** Of the simulated store, for its pictures, its checkout, and the controls of *What happens behind*. */
  storeUrl: string;
  /** Default: any free one. */
  port?: number;
}

/** What every route needs. */
export interface ShopContext {
  client: CommerceBridgeClient;
  options: ShopOptions;
}

/** The data that every page shows around its content. */
export interface Frame {
  store: Store;
  /** Collections of the top level, in the store's order. */
  collections: (CollectionListItem & { parent: string | null })[];
  visitor: Visitor;
  path: string;
}

export function createShopContext(options: ShopOptions): ShopContext {
  return {
    client: createCommerceBridgeClient({ baseUrl: `${options.siteUrl}/api/commerce-bridge/v1` }),
    options,
  };
}

/** Reads a page's frame; the site serves its own copy, so this takes only a few milliseconds. */
export async function readFrame({ client }: ShopContext, request: FastifyRequest): Promise<Frame> {
  const [store, { collections }] = await Promise.all([
    client.readStore(),
    client.listCollections({ include: ['tree'] }),
  ]);
  const top = collections.flatMap((each) => (each.parent === null ? [{ ...each, parent: null }] : []));
  return { store, collections: top, visitor: readVisitor(request), path: request.url.split('?')[0] ?? '/' };
}
