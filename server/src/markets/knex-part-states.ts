import { type Database, toNumber, type Transaction } from '../database/database';
import { tables } from '../database/tables';
import { storedReport } from './knex-part-passes';
import { MarketPartGoneError } from './market-errors';
import type { MarketPart, MembershipPart } from './market-parts';
import type { PassCounts } from './part-pass';

/** How far the reading of a part has progressed. */
export interface PartState {
  id: number;
  name: string;
  /** A pass is under way, or was interrupted. */
  isUnderWay: boolean;
  /** The first read version of the last complete pass; null before the first. */
  completeSince: number | null;
  /** The first read version of the pass under way, or the last one, complete or not; 0 before the first. */
  begunSince: number;
  completedAt: Date | null;
  /** Of the pass under way, or the last one; null before the first. */
  counts: PassCounts | null;
}

/** How many products of a part have a price, and how many have none according to upstream. */
export interface PriceCounts {
  priced: number;
  unpriced: number;
}

/** The parts that the site has read, or began to read. */
export interface PartStates {
  list(): Promise<PartState[]>;
  /** How many products each channel sells, by the id of its membership. */
  countMembers(): Promise<ReadonlyMap<number, number>>;
  /** By the id of the part. */
  countPrices(): Promise<ReadonlyMap<number, PriceCounts>>;
  /** Which of these memberships have a product; reads at most one product of each. */
  withMembers(ids: readonly number[]): Promise<ReadonlySet<number>>;
  /**
   * The locale in which upstream served most of the first texts of each part; parts without texts are left out. Each
   * response is in one locale, but an entity that the storefront hides keeps its old texts.
   */
  servedLocales(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

const lookedAt = 50;

const dependentKinds: MarketPart['kind'][] = ['prices', 'texts'];

export function createKnexPartStates(database: Database): PartStates {
  return {
    async list() {
      const rows = await database(tables.marketParts)
        .orderBy('id')
        .select('id', 'name', 'phase', 'complete_since', 'first_read_version', 'completed_at', 'report');
      return rows.map((row) => ({
        id: toNumber(row.id),
        name: String(row.name),
        isUnderWay: row.phase !== null,
        completeSince: row.complete_since === null ? null : toNumber(row.complete_since),
        begunSince: toNumber(row.first_read_version ?? 0),
        completedAt: row.completed_at === null ? null : new Date(toNumber(row.completed_at)),
        counts: row.report === null ? null : storedReport.parse(JSON.parse(String(row.report))).counts,
      }));
    },

    async countMembers() {
      const rows: { part_id: unknown; count: unknown }[] = await database(tables.marketMembers)
        .groupBy('part_id')
        .select('part_id', database.raw('count(*) as count'));
      return new Map(rows.map((row) => [toNumber(row.part_id), toNumber(row.count)]));
    },

    async countPrices() {
      const rows = await database(tables.marketPrices)
        .groupBy('part_id')
        .select('part_id', database.raw('count(*) as known'), database.raw('count(calculated_price) as priced'));
      return new Map(
        rows.map((row) => {
          const priced = toNumber(row.priced);
          return [toNumber(row.part_id), { priced, unpriced: toNumber(row.known) - priced }];
        }),
      );
    },

    async withMembers(ids) {
      if (ids.length === 0) return new Set();
      const { marketParts: parts, marketMembers: members } = tables;
      const found: unknown[] = await database(parts)
        .whereIn('id', [...ids])
        .whereExists(
          database(members)
            .select(database.raw('1'))
            .whereRaw('?? = ??', [`${members}.part_id`, `${parts}.id`]),
        )
        .pluck('id');
      return new Set(found.map(toNumber));
    },

    async servedLocales(ids) {
      const served = new Map<number, string>();
      for (const id of ids) {
        const found: unknown[] = await database(tables.marketTexts)
          .where({ part_id: id })
          .orderBy('entity_id')
          .limit(lookedAt)
          .pluck('resolved');
        const most = mostFrequent(found.map(String));
        if (most !== null) served.set(id, most);
      }
      return served;
    },
  };
}

function mostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

/**
 * Keeps these parts from being deleted until the transaction ends. Call it last: passes lock versions before they lock
 * their part, too.
 * @throws MarketPartGoneError when one was deleted, which rolls the transaction back
 */
export async function requireKnexParts(transaction: Transaction, ids: readonly number[]): Promise<void> {
  const found: unknown[] = await transaction(tables.marketParts)
    .whereIn('id', [...ids])
    .forShare()
    .pluck('id');
  const left = new Set(found.map(toNumber));
  const gone = ids.filter((id) => !left.has(id));
  if (gone.length > 0) throw new MarketPartGoneError(gone);
}

/** The parts with prices and texts of what a channel sells; see `dependentParts` of `RefreshTools`. */
export async function dependentKnexParts(
  transaction: Transaction,
  { channelId }: Pick<MembershipPart, 'channelId'>,
): Promise<number[]> {
  // Locked, since MariaDB would read them as of the beginning of the transaction otherwise.
  const found: unknown[] = await transaction(tables.marketParts)
    .where({ channel_id: channelId })
    .whereIn('kind', dependentKinds)
    .forShare()
    .pluck('id');
  return found.map(toNumber);
}
