import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { StateList } from '../../database/knex-state-store';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { CatalogItems } from '../writing/catalog-store';
import type { EntityKind } from '../model/catalog-types';

/** Tracks the hosts of cached records' images, so that the admin panel can allow those hosts and no others. */
export interface ImageHosts {
  /** Call for everything that is written. Costs next to nothing for known hosts. */
  note(items: readonly CatalogItems[EntityKind][]): void;
  /** Records the hosts of addresses that were stored before hosts were tracked. */
  noteAddresses(addresses: Iterable<string>): void;
  /** Origins such as `https://cdn11.bigcommerce.com`, of all instances of the site; sorted. */
  read(): Promise<string[]>;
  /** Resolves once every recorded host is stored. */
  settle(): Promise<void>;
  /** Removes all hosts; for when nothing is cached anymore. */
  forget(): Promise<void>;
}

/** Hosts beyond this limit are ignored: they must fit in a header, and a store has one or two. */
const mostHosts = 30;

const prefix = 'imageHost.';

// Strict, since it goes into a header: a URL's host may contain `;` and `,`.
const plainOrigin = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::\d{1,5})?$/;

/** Each host is its own row, so that instances recording different hosts at the same time lose none. */
export function createImageHosts({ state, logger }: { state: StateList; logger: Logger }): ImageHosts {
  // Origins with a trailing slash, so that the address of another host cannot start with one.
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
        // The next product that uses it records it again.
        known = known.filter((start) => start !== `${origin}/`);
        logger.warn('an image host could not be recorded', { origin, error: describeError(error) });
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

// Hashed, since some hosts are too long for a name.
const nameOf = (origin: string): string => `${prefix}${createHash('sha256').update(origin).digest('hex').slice(0, 40)}`;

/** The origin of an address, if a header can contain it; otherwise null. */
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
