import { isDeepStrictEqual as isSame } from 'node:util';
import { z } from 'zod';
import type { CatalogChanges } from '../../catalog/changes';
import type { CachedProducts, KeptMetafields, ListedMetafields, UnlistedMetafield } from '../../catalog/extras';
import type { CachedShop } from '../../catalog/shop';
import type { Database, Transaction } from '../../database/database';
import type { StateLocks, StateStore } from '../../database/knex-state-store';
import { transact } from '../../database/transact';
import type { Clock } from '../../lib/clock';
import { type Milliseconds, milliseconds, seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import { withTimeLimit } from '../../lib/time-limit';
import type { WorkScheduler } from '../../lib/work-scheduler';
import { followSignals } from '../../lib/follow-signals';
import { connectionOf, type Settings, type SettingsService } from '../../settings/settings-service';
import { createUpstreamMetafields } from '../../upstream/metafields-client';
import type { UpstreamAccess } from '../../upstream/upstream-access';
import { UpstreamHttpError } from '../../upstream/http/upstream-errors';
import type { Refresher } from './freshness-worker';
import { delayAfter, longestDelay } from './retry-delays';

export interface MetafieldListingOptions {
  kept: KeptMetafields;
  listed: ListedMetafields;
  cachedProducts: CachedProducts;
  changes: Pick<CatalogChanges, 'transaction' | 'bulk'>;
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'http'>;
  cachedShop: Pick<CachedShop, 'claim'>;
  isRunUnderWay: () => Promise<boolean>;
  state: StateStore & StateLocks;
  database: Database;
  drawVersion: () => Promise<number>;
  clock: Clock;
  logger: Logger;
  workScheduler: Pick<WorkScheduler, 'paced'>;
}

/** Lists the metafields of all products, page by page, from its checkpoint on (behavior 2.16). */
export interface MetafieldListing extends Refresher {
  /** Requests a listing, since something may have changed without an event. */
  want(): Promise<void>;
  /** Whether a listing is needed, and can be read now. */
  isDue(): Promise<boolean>;
  /** Whether anything was ever listed. */
  isBegun(): Promise<boolean>;
  /** Deletes all metafields, since the site no longer reads any. */
  forget(): Promise<void>;
}

const progressSchema = z.object({
  storeHash: z.string(),
  namespaces: z.array(z.string()),
  /** Drawn before the first page was requested. */
  since: z.number(),
  /** Upstream's cursor for the next page; null before the first page, and after the last. */
  after: z.string().nullable(),
  /** How many pages were read. */
  pages: z.number(),
  /** Upstream's cursor after the last page 1, 2, 4, 8, …: cursors in a circle, however long, come back to one. */
  earlier: z.string().nullable().default(null),
  /** `checking`: all pages were read, and stored metafields that they lack are yet to be checked. */
  stage: z.enum(['reading', 'checking', 'done']),
  /** Drawn when the pages were compared with what is stored. */
  checkedAt: z.number(),
});

const stateSchema = z.object({
  /** A listing that began before this read version does not suffice. */
  wanted: z.number(),
  progress: progressSchema.nullable(),
});

type State = z.infer<typeof stateSchema>;
type Progress = z.infer<typeof progressSchema>;

const stateName = 'metafields.listing';
const nothing: State = { wanted: 0, progress: null };
const productsPerStep = 200;

export function createMetafieldListing(options: MetafieldListingOptions): MetafieldListing {
  const { kept, listed, cachedProducts, state, database, drawVersion, clock, logger, workScheduler } = options;
  let failuresInARow = 0;
  let notBefore = -Infinity;

  /** The next step; null: none. `begin`: a new listing is needed. */
  async function next({ plain }: Settings): Promise<'begin' | Progress | null> {
    const { wanted, progress } = (await state.read(stateName, stateSchema)) ?? nothing;
    const isOfNow = progress?.storeHash === plain.storeHash && isSame(progress.namespaces, plain.metafieldNamespaces);
    // Without products there is nothing to list; the first run will request it.
    if (!progress || !isOfNow || progress.since <= wanted)
      return (await cachedProducts.after(0, 1)).length > 0 ? 'begin' : null;
    if (progress.stage !== 'done') return progress;
    // Whichever takes fewer requests: one for each product that waits, or all pages again.
    return (await kept.hasOthersSince(progress.checkedAt, progress.pages)) ? 'begin' : null;
  }

  async function begin({ plain, ...settings }: Settings): Promise<Progress> {
    const { storeHash } = connectionOf({ plain, ...settings });
    const progress: Progress = {
      storeHash,
      namespaces: plain.metafieldNamespaces,
      since: await drawVersion(),
      after: null,
      pages: 0,
      earlier: null,
      stage: 'reading',
      checkedAt: 0,
    };
    await state.change(stateName, stateSchema, async (_transaction, before) => ({
      wanted: before?.wanted ?? 0,
      progress,
    }));
    return progress;
  }

  /** Stores the progress, unless another instance has advanced meanwhile. */
  async function advance(transaction: Transaction, { from, to }: { from: Progress; to: Progress }): Promise<boolean> {
    let isCurrent = false;
    await state.changeWithin(transaction, stateName, {
      schema: stateSchema,
      work: async (before) => {
        isCurrent = isSame(before?.progress, from);
        return isCurrent && before ? { ...before, progress: to } : before;
      },
    });
    return isCurrent;
  }

  async function readPage(progress: Progress, settings: Settings, signal: AbortSignal): Promise<void> {
    const connection = connectionOf(settings);
    const { hold } = await options.cachedShop.claim(connection.storeHash);
    const http = options.upstream.http(connection);
    const { namespaces, after, earlier } = progress;
    const limit = seconds(settings.plain.webhookProcessingTimeLimit);
    const {
      next: following,
      failures,
      ...page
    } = await withTimeLimit({ clock, limit }, (overtime) =>
      followSignals([signal, overtime], (until) =>
        createUpstreamMetafields({ http, drawVersion }).listed({ namespaces, after, earlier, signal: until }),
      ),
    );
    for (const { id, reason } of failures) logger.warn('a metafield could not be read', { metafieldId: id, reason });
    const stage = following === null ? 'checking' : 'reading';
    const pages = progress.pages + 1;
    const to: Progress = {
      ...progress,
      after: following,
      pages,
      earlier: Number.isInteger(Math.log2(pages)) ? following : earlier,
      stage,
    };
    await workScheduler.paced(() =>
      options.changes.bulk.transaction(async (transaction) => {
        await hold(transaction);
        if (await advance(transaction, { from: progress, to })) await kept.writeListed(transaction, page);
      }),
    );
  }

  /** Has stored metafields that were not listed checked per product, since one response without them proves nothing. */
  async function check(progress: Progress, signal: AbortSignal): Promise<void> {
    const { since, namespaces } = progress;
    const checkedAt = await drawVersion();
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const unlisted = await listed.unlisted({ since, after, limit: productsPerStep });
      const last = unlisted.at(-1);
      if (!last) break;
      const cached = await cachedProducts.among([...new Set(unlisted.map(({ productId }) => productId))]);
      const isDoubtful = ({ productId, namespace }: UnlistedMetafield) =>
        cached.has(productId) && (namespace === null || namespaces.includes(namespace));
      const gone = unlisted.filter((each) => !isDoubtful(each));
      await listed.remove({ ids: gone.map(({ id }) => id), since });
      const productIds = unlisted.filter(isDoubtful).map(({ productId }) => productId);
      await transact(database, (transaction) =>
        kept.mark(transaction, { productIds, askedVersion: checkedAt, isUrgent: false }),
      );
      after = last.productId;
    }
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const productIds = await cachedProducts.after(after, productsPerStep);
      const last = productIds.at(-1);
      if (last === undefined) break;
      await workScheduler.paced(() => listed.completeAll({ productIds, since }));
      after = last;
    }
    await transact(database, async (transaction) => {
      if (!(await advance(transaction, { from: progress, to: { ...progress, stage: 'done', checkedAt } }))) return;
      await kept.settleOthers(transaction, { readVersion: since });
    });
  }

  async function noteTrouble(error: unknown, settings: Settings): Promise<void> {
    const delay = delayAfter(failuresInARow, settings.plain.webhookRetryDelays) ?? longestDelay;
    failuresInARow += 1;
    notBefore = clock.monotonic() + delay;
    logger.warn('metafields could not be listed', { error: describeError(error), retryIn: delay });
    // Starts over, since the cursor may have expired: upstream does not document for how long it is valid.
    if (error instanceof UpstreamHttpError && [400, 404, 422].includes(error.status)) await begin(settings);
  }

  return {
    async want() {
      const wanted = await drawVersion();
      await state.change(stateName, stateSchema, async (_transaction, before) => ({ ...(before ?? nothing), wanted }));
      notBefore = -Infinity;
    },

    async isDue() {
      if (clock.monotonic() < notBefore) return false;
      return (await next(await options.settings.read())) !== null;
    },

    isBegun: () => state.isAnySet([stateName]),

    async forget() {
      await state.change(stateName, stateSchema, async (transaction) => {
        await listed.forget(transaction);
        return null;
      });
    },

    async refreshSome(signal) {
      if (clock.monotonic() < notBefore || (await options.isRunUnderWay())) return false;
      const settings = await options.settings.read();
      const step = await next(settings);
      if (step === null) return false;
      try {
        const progress = step === 'begin' ? await begin(settings) : step;
        if (progress.stage === 'reading') await readPage(progress, settings, signal);
        else await check(progress, signal);
        failuresInARow = 0;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        await noteTrouble(error, settings);
      }
      return true;
    },

    async nextDue(): Promise<Milliseconds | null> {
      if (await options.isRunUnderWay()) return null;
      if ((await next(await options.settings.read())) === null) return null;
      return milliseconds(Math.max(0, notBefore - clock.monotonic()));
    },
  };
}
