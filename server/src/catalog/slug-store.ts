import type { Transaction } from '../database/database';
import { toNumber } from '../database/database';
import { tables } from '../database/tables';
import type { EntityKind } from './catalog-types';
import type { SlugClaim } from './slugs';
import { assignSlugs, possibleDerivations } from './slugs';

interface SlugRow extends SlugClaim {
  slug: string;
}

/** A record whose slug is another one now. */
export interface SlugMove {
  id: number;
  from: string;
  to: string;
}

/**
 * Puts right the slugs of everybody whom a change of claims can affect, and leaves a redirect where a slug moved.
 * @param touched claims that somebody took up or gave up in this transaction; its rows hold their claims already
 * @param created ids that had no slug before this transaction
 * @returns the slugs that moved, also those of records that had none before
 */
export async function settleSlugs(
  transaction: Transaction,
  options: { entity: EntityKind; table: string; touched: readonly string[]; created: ReadonlySet<number> },
): Promise<SlugMove[]> {
  const { entity, table } = options;
  const rows = await affectedRows(transaction, { table, claims: [...new Set(options.touched)] });
  const slugs = await assignAmongAll(transaction, { table, rows });

  const moved: SlugMove[] = [];
  for (const row of rows) {
    const slug = slugs.get(row.id);
    if (slug === undefined || slug === row.slug) continue;
    await transaction(table).where({ upstream_id: row.id }).update({ slug });
    moved.push({ id: row.id, from: row.slug, to: slug });
    if (!options.created.has(row.id)) await leaveRedirect(transaction, { entity, id: row.id, from: row.slug });
  }
  return moved;
}

/** A derived slug may be claimed as it stands by somebody outside the circle: their claims belong to the question. */
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

// Makes an old slug lead to the record; who holds the slug itself comes before any redirect when it is read.
async function leaveRedirect(transaction: Transaction, redirect: { entity: EntityKind; id: number; from: string }): Promise<void> {
  await transaction(tables.redirects)
    .insert({ entity: redirect.entity, slug: redirect.from, upstream_id: redirect.id })
    .onConflict(['entity', 'slug'])
    .merge();
}

async function affectedRows(transaction: Transaction, query: { table: string; claims: readonly string[] }): Promise<SlugRow[]> {
  const claimants = await rowsClaiming(transaction, query);
  const derivations = query.claims.flatMap((claim) => possibleDerivations(claim) ?? []);
  if (derivations.length === 0) return claimants;

  const candidates = await rowsWithId(transaction, { table: query.table, ids: derivations.map(({ id }) => id) });
  const derivers = candidates.filter((row) =>
    derivations.some((derivation) => derivation.id === row.id && derivation.claims.includes(row.claim)),
  );
  // Whether a deriver keeps its plain claim depends on who else has that claim.
  const rivals = await rowsClaiming(transaction, { table: query.table, claims: derivers.map((row) => row.claim) });
  return [...new Map([...claimants, ...derivers, ...rivals].map((row) => [row.id, row])).values()];
}

async function rowsClaiming(transaction: Transaction, query: { table: string; claims: readonly string[] }): Promise<SlugRow[]> {
  if (query.claims.length === 0) return [];
  const rows = await transaction(query.table).whereIn('slug_claim', [...query.claims]).select('upstream_id', 'slug_claim', 'slug');
  // A case-insensitive collation answers with more than was asked; slugs differ by case.
  return rows.map(toSlugRow).filter((row) => query.claims.includes(row.claim));
}

async function rowsWithId(transaction: Transaction, query: { table: string; ids: readonly number[] }): Promise<SlugRow[]> {
  const rows = await transaction(query.table).whereIn('upstream_id', [...query.ids]).select('upstream_id', 'slug_claim', 'slug');
  return rows.map(toSlugRow);
}

function toSlugRow(row: { upstream_id: unknown; slug_claim: unknown; slug: unknown }): SlugRow {
  return { id: toNumber(row.upstream_id), claim: String(row.slug_claim), slug: String(row.slug) };
}
