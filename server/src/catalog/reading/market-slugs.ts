import { type Database, toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import { chunksOf } from '../../lib/chunks';
import type { EntityKind } from '../model/catalog-types';
import { possibleDerivations } from '../model/slugs';
import { canBeStored, whereTextIs } from '../tables/text-conditions';

/** A record, with its slug in the catalog. */
export interface CatalogSlug {
  id: number;
  slug: string;
}

/** The slugs of records in a market's language: those with texts in it have their own slug, others the catalog's. */
export interface MarketSlugs {
  /** The slugs of these records, by id. */
  of(partId: number, records: readonly CatalogSlug[]): Promise<Map<number, string>>;
  /** The id of the record with this slug; null when there is none. */
  find(partId: number, slug: string): Promise<number | null>;
  /**
   * The ids of the records that used to have this slug, or have or had it in the catalog. The first one that is shown is
   * the one that it leads to.
   */
  findMoved(partId: number, slug: string): Promise<number[]>;
}

interface Claimant {
  id: number;
  claim: string;
  /** Whether its texts in the language claim it; otherwise, it gets the slug only if no other record claims that. */
  isNamed: boolean;
}

// The longest list in one statement.
const mostAtOnce = 1000;

/**
 * Slugs are derived when they are read, by the catalog's rule (`model/slugs.ts`): of the records that claim a slug, the
 * lowest id gets it, and all others get `<slug>-<id>`. So a pass writes only claims, and needs no lock on other
 * records.
 * @param table Strapi's table of records of this kind
 */
export function createMarketSlugs(
  database: Database,
  { entity, table }: { entity: EntityKind; table: string },
): MarketSlugs {
  /** The lowest id by claim, among records that the store still has. */
  async function holdersOf(partId: number, claims: readonly string[]): Promise<Map<string, number>> {
    const holders = new Map<string, number>();
    for (const some of chunksOf([...new Set(claims.filter(canBeStored))], mostAtOnce)) {
      const rows = await database({ named: ownTables.marketTexts })
        .join({ record: table }, 'record.upstream_id', 'named.entity_id')
        .where('named.part_id', partId)
        .whereIn('named.slug', some)
        .whereNull('record.withdrawn_at')
        .orderBy('named.entity_id', 'desc')
        .select('named.entity_id', 'named.slug');
      // A case-insensitive collation returns too much; slugs are case-sensitive.
      for (const row of rows) holders.set(String(row.slug), toNumber(row.entity_id));
    }
    return holders;
  }

  async function claimantsAmong(partId: number, records: readonly CatalogSlug[]): Promise<Claimant[]> {
    const claims = new Map<number, string>();
    for (const some of chunksOf(records, mostAtOnce)) {
      const ids = some.map(({ id }) => id);
      const rows = await database(ownTables.marketTexts)
        .where({ part_id: partId })
        .whereIn('entity_id', ids)
        .select('entity_id', 'slug');
      for (const row of rows) claims.set(toNumber(row.entity_id), String(row.slug));
    }
    return records.map(({ id, slug }) => ({ id, claim: claims.get(id) ?? slug, isNamed: claims.has(id) }));
  }

  async function slugsOf(partId: number, claimants: readonly Claimant[]): Promise<Map<number, string>> {
    const slugs = new Map(claimants.map(({ id, claim }) => [id, claim]));
    for (const { id, claim } of await outrankedAmong(partId, claimants)) slugs.set(id, `${claim}-${id}`);
    for (let open = claimants; open.length > 0; ) {
      const holders = await holdersOf(
        partId,
        open.map(({ id }) => slugs.get(id) ?? ''),
      );
      open = open.filter(({ id, claim, isNamed }) => {
        const slug = slugs.get(id) ?? claim;
        const holder = holders.get(slug);
        return holder !== undefined && !(isNamed && slug === claim && holder === id);
      });
      for (const { id } of open) slugs.set(id, `${slugs.get(id)}-${id}`);
    }
    return slugs;
  }

  /** The records without texts in the language whose slug in the catalog is here the derived one of another record. */
  async function outrankedAmong(partId: number, claimants: readonly Claimant[]): Promise<Claimant[]> {
    const derivable = claimants.flatMap((claimant) => {
      const derivation = claimant.isNamed ? null : possibleDerivations(claimant.claim);
      return derivation && derivation.id !== claimant.id ? [{ claimant, deriverId: derivation.id }] : [];
    });
    const derivers = await deriversOf(
      partId,
      derivable.map(({ claimant }) => claimant.claim),
    );
    if (derivers.length === 0) return [];
    // Ends, since their claims are shorter.
    const slugs = await slugsOf(partId, derivers);
    return derivable
      .filter(({ claimant, deriverId }) => slugs.get(deriverId) === claimant.claim)
      .map(({ claimant }) => claimant);
  }

  /** The records from whose claims these slugs could be derived, if they still have those claims. */
  async function deriversOf(partId: number, slugs: readonly string[]): Promise<Claimant[]> {
    const claims = new Map<number, string[]>();
    for (const derivation of slugs.map(possibleDerivations))
      if (derivation) claims.set(derivation.id, [...(claims.get(derivation.id) ?? []), ...derivation.claims]);
    const records: CatalogSlug[] = [];
    for (const some of chunksOf([...claims.keys()], mostAtOnce)) {
      const rows = await database(table)
        .whereIn('upstream_id', some)
        .whereNull('withdrawn_at')
        .select('upstream_id', 'slug');
      records.push(...rows.map((row) => ({ id: toNumber(row.upstream_id), slug: String(row.slug) })));
    }
    return (await claimantsAmong(partId, records)).filter(({ id, claim }) => claims.get(id)?.includes(claim));
  }

  /** The record that has the slug in the catalog. */
  async function inCatalog(slug: string): Promise<CatalogSlug | null> {
    const query = database({ record: table }).select('record.upstream_id');
    whereTextIs(query, { column: 'record.slug', text: slug });
    const row: { upstream_id: unknown } | undefined = await query.first();
    return row ? { id: toNumber(row.upstream_id), slug } : null;
  }

  return {
    of: async (partId, records) =>
      records.length === 0 ? new Map() : slugsOf(partId, await claimantsAmong(partId, records)),

    async find(partId, slug) {
      const holder = (await holdersOf(partId, [slug])).get(slug);
      if (holder !== undefined) return holder;
      const [deriver] = await deriversOf(partId, [slug]);
      if (deriver && (await slugsOf(partId, [deriver])).get(deriver.id) === slug) return deriver.id;
      const record = await inCatalog(slug);
      const [claimant] = record ? await claimantsAmong(partId, [record]) : [];
      return claimant && !claimant.isNamed ? claimant.id : null;
    },

    async findMoved(partId, slug) {
      const left = database({ redirect: ownTables.marketRedirects })
        .where('redirect.part_id', partId)
        .orderBy('redirect.read_version', 'desc')
        .select('redirect.entity_id');
      whereTextIs(left, { column: 'redirect.slug', text: slug });
      const leftHere: { entity_id: unknown }[] = await left;
      const record = await inCatalog(slug);
      const derivers = await deriversOf(partId, [slug]);
      const movedThere = database({ redirect: ownTables.redirects })
        .where('redirect.entity', entity)
        .select('redirect.upstream_id');
      whereTextIs(movedThere, { column: 'redirect.slug', text: slug });
      const leftThere: { upstream_id: unknown }[] = await movedThere;
      const ids = [
        ...leftHere.map((row) => toNumber(row.entity_id)),
        ...(record ? [record.id] : []),
        ...derivers.map(({ id }) => id),
        ...leftThere.map((row) => toNumber(row.upstream_id)),
      ];
      return [...new Set(ids)];
    },
  };
}
