import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { StateList } from '../../database/knex-state-store';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { CatalogItems } from '../writing/catalog-store';
import type { EntityKind } from '../model/catalog-types';

/** Knows from which hosts the pictures of cached records come, so that the admin panel may show them and no others. */
export interface ImageHosts {
  /** To be told of all that is written. Costs next to nothing where the hosts are known. */
  note(items: readonly CatalogItems[EntityKind][]): void;
  /** To be told of addresses that were written before anybody noted them. */
  noteAddresses(addresses: Iterable<string>): void;
  /** Origins such as `https://cdn11.bigcommerce.com`, of all instances of the site; sorted. */
  read(): Promise<string[]>;
  /** Resolves once everything that was noted is stored. */
  settle(): Promise<void>;
  /** Forgets them all: nothing is cached any more. */
  forget(): Promise<void>;
}

/** More are not believed: the header that names them must fit, and a store has one or two. */
const mostHosts = 30;

const prefix = 'imageHost.';

// Strict, since it goes into a header: a URL's host may hold `;` and `,`.
const plainOrigin = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::\d{1,5})?$/;

/** Each host is a row of its own, so that instances that learn of different ones at once lose none. */
export function createImageHosts({ state, logger }: { state: StateList; logger: Logger }): ImageHosts {
  // Origins with a slash at the end, so that an address of another host cannot begin with one.
  let known: string[] = [];
  let saving: Promise<void> = Promise.resolve();

  function noteAddress(address: string): void {
    if (address === '' || known.length >= mostHosts) return;
    for (const start of known) if (address.startsWith(start)) return;
    const origin = originOf(address);
    if (origin === null || known.includes(`${origin}/`)) return;
    known.push(`${origin}/`);
    saving = saving
      .then(() => state.write(nameOf(origin), origin))
      .catch((error: unknown) => {
        // It is learnt again with the next product that names it.
        known = known.filter((start) => start !== `${origin}/`);
        logger.warn('a host of pictures could not be noted', { origin, error: describeError(error) });
      });
  }

  return {
    note(items) {
      for (const item of items) for (const address of addressesOf(item)) noteAddress(address);
    },

    noteAddresses(addresses) {
      for (const address of addresses) noteAddress(address);
    },

    async read() {
      return (await state.list(prefix, z.string().regex(plainOrigin))).sort().slice(0, mostHosts);
    },

    settle: () => saving,

    async forget() {
      await saving;
      known = [];
      await state.forget(prefix);
    },
  };
}

// Shorter than some hosts are.
const nameOf = (origin: string): string => `${prefix}${createHash('sha256').update(origin).digest('hex').slice(0, 40)}`;

/** The origin of an address that a header can name; null for every other. */
function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { origin } = new URL(address);
  return plainOrigin.test(origin) ? origin : null;
}

function* addressesOf(item: CatalogItems[EntityKind]): Iterable<string> {
  if ('imageUrl' in item) yield item.imageUrl;
  if ('images' in item)
    for (const { urls } of item.images) yield* [urls.thumbnail, urls.standard, urls.tiny, urls.zoom];
}
