import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { StateList } from '../../database/knex-state-store';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { CatalogItems } from '../writing/catalog-store';
import type { EntityKind } from '../model/catalog-types';

/** Tracks the hosts of cached records' images, so that the admin panel can allow those hosts and no others. */
export interface ImageHosts {
  /** Call for everything that is written. For known hosts, it costs one small statement, which nobody waits for. */
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

/**
 * Each host is its own row, so that instances recording different hosts at the same time lose none. Nothing is
 * remembered, since any instance may remove the rows: what is noted is compared with them, in one statement.
 */
export function createImageHosts({ state, logger }: { state: StateList; logger: Logger }): ImageHosts {
  // Those that are yet to be compared; what is noted until then joins them.
  const noted = new Set<string>();
  let saving: Promise<void> = Promise.resolve();

  const stored = () => state.list(prefix, z.string().regex(plainOrigin));

  async function save(): Promise<void> {
    const origins = [...noted];
    noted.clear();
    try {
      const known = await stored();
      const missing = origins.filter((origin) => !known.includes(origin));
      for (const origin of missing.slice(0, Math.max(0, mostHosts - known.length)))
        await state.write(nameOf(origin), origin);
    } catch (error) {
      // The next record that names them records them again.
      logger.warn('image hosts could not be recorded', { origins: origins.join(' '), error: describeError(error) });
    }
  }

  function noteAddresses(addresses: Iterable<string>): void {
    const isWaiting = noted.size > 0;
    for (const origin of originsOf(addresses)) if (noted.size < mostHosts) noted.add(origin);
    if (!isWaiting && noted.size > 0) saving = saving.then(save);
  }

  return {
    note: (items) => noteAddresses(allAddressesOf(items)),
    noteAddresses,

    async read() {
      return (await stored()).sort().slice(0, mostHosts);
    },

    settle: () => saving,

    async forget() {
      await saving;
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

/** The origins of these addresses, of which most share a few. */
function originsOf(addresses: Iterable<string>): Set<string> {
  const origins = new Set<string>();
  for (const address of addresses) {
    if (address === '' || startsWithOne(address, origins)) continue;
    const origin = originOf(address);
    if (origin !== null) origins.add(origin);
    if (origins.size >= mostHosts) break;
  }
  return origins;
}

function startsWithOne(address: string, origins: ReadonlySet<string>): boolean {
  // With the slash, so that the address of another host cannot start with one.
  for (const origin of origins) if (address.startsWith(`${origin}/`)) return true;
  return false;
}

function* allAddressesOf(items: readonly CatalogItems[EntityKind][]): Iterable<string> {
  for (const item of items) yield* addressesOf(item);
}

function* addressesOf(item: CatalogItems[EntityKind]): Iterable<string> {
  if ('imageUrl' in item) yield item.imageUrl;
  if ('images' in item)
    for (const { urls } of item.images) yield* [urls.thumbnail, urls.standard, urls.tiny, urls.zoom];
}
