import type { Transaction } from '../../database/database';
import { offered, toNumber } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import { updateRows } from '../../database/update-rows';
import type { EntityKind } from '../model/catalog-types';
import { withStoredMoments } from '../tables/moments';
import { assignLockedSlugs, lockSlugs } from './slug-locks';
import type { SlugClaim } from '../model/slugs';
import { assignSlugs, possibleDerivations } from '../model/slugs';

interface SlugRow extends SlugClaim {
  slug: string;
}

/** A record whose slug has changed. */
export interface SlugMove {
  id: number;
  from: string;
  to: string;
}

export interface SlugSettlement {
  entity: EntityKind;
  table: string;
  /**
   * Claims that were added or dropped in this transaction, and the slugs of records it removed; its rows already have
   * the new claims.
   */
  touched: readonly string[];
  /** Slugs that the transaction has already locked (`lockSlugs`). */
  held?: ReadonlySet<string>;
  /** Ids that had no slug before this transaction. */
  created: ReadonlySet<number>;
  /** When the records change whose slugs move; absent for repairs. */
  now?: Date;
}

/**
 * Updates the slugs of all records that a change of claims can affect, and adds a redirect where a slug moved. All of
 * these slugs are locked until the transaction ends, so that two writers of one claim see each other's changes.
 * @returns the slugs that moved, including those of records that had none before
 */
export async function settleSlugs(transaction: Transaction, options: SlugSettlement): Promise<SlugMove[]> {
  const { entity, table } = options;
  if (options.touched.length === 0) return [];
  const held = new Set(options.held);
  let wanted = options.touched.filter((slug) => !held.has(slug));
  let rows: SlugRow[];
  let slugs: Map<number, string>;
  do {
    await lockSlugs(transaction, { entity, slugs: wanted });
    for (const slug of [...wanted, ...options.touched]) held.add(slug);
    rows = await affectedRows(transaction, { table, claims: [...held] });
    slugs = await assignAmongAll(transaction, { table, rows });
    wanted = slugsInQuestion(rows, { slugs, created: options.created }).filter((slug) => !held.has(slug));
  } while (wanted.length > 0);
  await assignLockedSlugs(transaction, { entity, held, slugs });

  const moved = rows.flatMap(({ id, slug: from }): SlugMove[] => {
    const to = slugs.get(id);
    return to === undefined || to === from ? [] : [{ id, from, to }];
  });
  await updateRows(transaction, table, {
    by: 'upstream_id',
    rows: moved.map(({ id, to }) =>
      withStoredMoments(transaction, { upstream_id: id, slug: to, ...(options.now && { synced_at: options.now }) }),
    ),
  });
  await leaveRedirects(transaction, { entity, moves: moved.filter(({ id }) => !options.created.has(id)) });
  return moved;
}

/**
 * The slugs on which the result depends. A derived slug that its record keeps is not among them: a writer that claims
 * exactly that slug finds the record by its id, and has to lock its claim.
 */
function slugsInQuestion(
  rows: readonly SlugRow[],
  { slugs, created }: { slugs: ReadonlyMap<number, string>; created: ReadonlySet<number> },
): string[] {
  return rows.flatMap((row) => {
    const slug = slugs.get(row.id) ?? row.slug;
    return slug === row.slug && !created.has(row.id) ? [row.claim] : [row.claim, row.slug, slug];
  });
}

/** Another record may claim a derived slug exactly as it is: such claims have to be included. */
async function assignAmongAll(
  transaction: Transaction,
  { table, rows }: { table: string; rows: readonly SlugRow[] },
): Promise<Map<number, string>> {
  const known = new Map<number, SlugClaim>(rows.map((row) => [row.id, row]));
  for (;;) {
    const slugs = assignSlugs([...known.values()]);
    const derived = rows.flatMap((row) => {
      const slug = slugs.get(row.id);
      return slug === undefined || slug === row.claim ? [] : [slug];
    });
    const holders = await rowsClaiming(transaction, { table, claims: derived });
    if (holders.every((holder) => known.has(holder.id))) return slugs;
    for (const holder of holders) known.set(holder.id, holder);
  }
}

// Redirects old slugs to their records; on reads, a record that has the slug takes precedence over redirects.
async function leaveRedirects(
  transaction: Transaction,
  { entity, moves }: { entity: EntityKind; moves: readonly SlugMove[] },
): Promise<void> {
  // Damaged records may have shared one slug, but an upsert accepts each key only once.
  const byOldSlug = new Map(moves.map(({ id, from }) => [from, id]));
  await insertRows(transaction, tables.redirects, {
    rows: [...byOldSlug].map(([slug, id]) => ({ entity, slug, upstream_id: id })),
    conflict: { columns: ['entity', 'slug'], merge: { upstream_id: offered(transaction, 'upstream_id') } },
  });
}

async function affectedRows(
  transaction: Transaction,
  query: { table: string; claims: readonly string[] },
): Promise<SlugRow[]> {
  const claimants = await rowsClaiming(transaction, query);
  const derivations = query.claims.flatMap((claim) => possibleDerivations(claim) ?? []);
  if (derivations.length === 0) return claimants;

  const candidates = await rowsWithId(transaction, { table: query.table, ids: derivations.map(({ id }) => id) });
  const derivers = candidates.filter((row) =>
    derivations.some((derivation) => derivation.id === row.id && derivation.claims.includes(row.claim)),
  );
  // Whether a record with a derived slug gets its plain claim depends on the other claimants.
  const rivals = await rowsClaiming(transaction, { table: query.table, claims: derivers.map((row) => row.claim) });
  return [...new Map([...claimants, ...derivers, ...rivals].map((row) => [row.id, row])).values()];
}

async function rowsClaiming(
  transaction: Transaction,
  query: { table: string; claims: readonly string[] },
): Promise<SlugRow[]> {
  if (query.claims.length === 0) return [];
  const rows = await transaction(query.table)
    .whereIn('slug_claim', [...query.claims])
    .select('upstream_id', 'slug_claim', 'slug');
  // A case-insensitive collation returns too much; slugs are case-sensitive.
  return rows.map(toSlugRow).filter((row) => query.claims.includes(row.claim));
}

async function rowsWithId(
  transaction: Transaction,
  query: { table: string; ids: readonly number[] },
): Promise<SlugRow[]> {
  // A withdrawn record has no claim.
  const rows = await transaction(query.table)
    .whereIn('upstream_id', [...query.ids])
    .whereNotNull('slug_claim')
    .select('upstream_id', 'slug_claim', 'slug');
  return rows.map(toSlugRow);
}

function toSlugRow(row: { upstream_id: unknown; slug_claim: unknown; slug: unknown }): SlugRow {
  return { id: toNumber(row.upstream_id), claim: String(row.slug_claim), slug: String(row.slug) };
}
