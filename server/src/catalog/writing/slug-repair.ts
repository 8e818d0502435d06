import { z } from 'zod';
import type { Database } from '../../database/database';
import { isMysql } from '../../database/database';
import type { StateStore } from '../../database/knex-state-store';
import { tables as ownTables } from '../../database/tables';
import type { Logger } from '../../lib/logger';
import type { ChangeCollector } from '../changes/catalog-changes';
import type { EntityKind } from '../model/catalog-types';
import { noteCategoryChange } from '../product-index/category-slugs';
import { settleSlugs } from './slug-store';
import type { CatalogTables } from '../tables/strapi-tables';
import { chunksOf } from '../../lib/chunks';

const settledAtOnce = 50;
const entities: readonly EntityKind[] = ['product', 'category', 'brand'];

// Increment when the same claims produce different slugs.
const slugVersion = 1;
const stateName = 'catalog.slugs';

/**
 * Repairs slugs written by an earlier version, in which concurrent writers could give one slug to two records or leave
 * a needless suffix; then stores which record owns each slug. Runs once, before the site listens.
 */
export function createSlugRepair(options: {
  database: Database;
  tables: CatalogTables;
  state: StateStore;
  changes: ChangeCollector;
  logger: Logger;
}) {
  const {
    database,
    tables: { tables },
    state,
    changes,
    logger,
  } = options;

  /** The claims of records that share their slug with another, or that do not have the slug they claim. */
  async function doubtfulClaims(table: string): Promise<string[]> {
    const shared = database(table).select('slug').groupBy('slug').havingRaw('count(*) > 1');
    const found: unknown[] = await database({ record: table })
      .whereNotNull('record.slug_claim')
      .where((doubtful) => {
        doubtful.whereIn('record.slug', shared).orWhereRaw('?? <> ??', ['record.slug', 'record.slug_claim']);
      })
      .pluck('record.slug_claim');
    return [...new Set(found.map(String))];
  }

  async function settle(entity: EntityKind): Promise<number> {
    const claims = await doubtfulClaims(tables[entity]);
    let repaired = 0;
    for (const touched of chunksOf(claims, settledAtOnce)) {
      const moved = await changes.transaction(async (transaction) => {
        const moves = await settleSlugs(transaction, { entity, table: tables[entity], touched, created: new Set() });
        if (entity === 'category' && moves.length > 0) await noteCategoryChange(transaction);
        const dependencies = entity === 'product' ? (['slug'] as const) : [];
        changes.collect(transaction, { entity, kind: 'updated', ids: moves.map(({ id }) => id), dependencies });
        return moves;
      });
      repaired += moved.length;
    }
    return repaired;
  }

  async function noteAll(entity: EntityKind): Promise<void> {
    const slug = isMysql(database) ? 'convert(record.slug using utf8mb4) collate utf8mb4_bin' : 'record.slug';
    const isHeld = database({ held: ownTables.slugs })
      .select(database.raw('1'))
      .where('held.entity', entity)
      .whereRaw(`held.slug = ${slug}`);
    const lacking = database({ record: tables[entity] })
      .whereNotNull('record.slug')
      // On SQLite, an insert from a select ignores its conflict clause; this suffices, since there is no other writer.
      .whereNotExists(isHeld)
      .groupByRaw(slug)
      .select(database.raw(`? as entity, ${slug} as slug, min(record.upstream_id) as upstream_id`, [entity]));
    await database(database.raw('?? (??)', [ownTables.slugs, ['entity', 'slug', 'upstream_id']]))
      .insert(lacking)
      .onConflict()
      .ignore();
  }

  return {
    async prepare(): Promise<void> {
      if ((await state.read(stateName, z.int())) === slugVersion) return;
      for (const entity of entities) {
        const repaired = await settle(entity);
        if (repaired > 0)
          logger.info('slugs that two records had, or that had a needless suffix, were repaired', {
            entity,
            records: repaired,
          });
        await noteAll(entity);
      }
      await state.write(stateName, slugVersion);
    },
  };
}
