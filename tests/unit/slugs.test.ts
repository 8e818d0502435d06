import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import knex, { type Knex } from 'knex';
import { settleSlugs } from '../../server/src/catalog/writing/slug-store';
import { assignSlugs, possibleDerivations, type SlugClaim } from '../../server/src/catalog/model/slugs';
import { foundation } from '../../server/src/database/migrations/001-foundation';
import { slugsAndReadVersions } from '../../server/src/database/migrations/014-slugs-and-read-versions';

// Few ids and claims that end in ids, so that derived slugs collide with claims as often as possible.
const claim = fc.constantFrom('a', 'b', 'a-1', 'a-2', 'a-2-2', 'a-3', 'b-3', 'b-3-3', 'a-1-2');
const claims = fc
  .dictionary(fc.constantFrom('1', '2', '3', '13', '22'), claim)
  .map((byId) => Object.entries(byId).map(([id, wanted]): SlugClaim => ({ id: Number(id), claim: wanted })));

describe('slugs', () => {
  test('go to the lowest id, and every other id gets one with its id as suffix', () => {
    const slugs = assignSlugs([
      { id: 7, claim: 'shirt' },
      { id: 3, claim: 'shirt' },
      { id: 9, claim: 'shirt' },
    ]);
    expect([...slugs]).toEqual([
      [7, 'shirt-7'],
      [3, 'shirt'],
      [9, 'shirt-9'],
    ]);
  });

  test('get the id twice if another record claims the derived slug itself', () => {
    const slugs = assignSlugs([
      { id: 3, claim: 'shirt' },
      { id: 7, claim: 'shirt' },
      { id: 12, claim: 'shirt-7' },
    ]);
    expect(slugs.get(7)).toBe('shirt-7-7');
    expect(slugs.get(12)).toBe('shirt-7');
  });

  test('are never assigned twice, and do not depend on the order of the claims', () => {
    fc.assert(
      fc.property(claims, (given) => {
        const slugs = assignSlugs(given);
        expect(new Set(slugs.values()).size).toBe(given.length);
        expect(assignSlugs([...given].reverse())).toEqual(slugs);
      }),
    );
  });

  test('lead back to every claim that they could have been derived from', () => {
    expect(possibleDerivations('a-7-7')).toEqual({ id: 7, claims: ['a-7', 'a'] });
    expect(possibleDerivations('plain')).toBeNull();
    expect(possibleDerivations('a-07')).toBeNull();
    expect(possibleDerivations('book-9780140448047')).toEqual({ id: 9_780_140_448_047, claims: ['book'] });
    expect(possibleDerivations('parcel-900719925474099312')).toBeNull();
  });
});

describe('stored slugs', () => {
  const table = 'things';
  let database: Knex;

  beforeEach(async () => {
    await database?.destroy();
    database = knex({ client: 'better-sqlite3', connection: ':memory:', useNullAsDefault: true });
    await foundation.up(database);
    await slugsAndReadVersions.up(database);
    await database.schema.createTable(table, (columns) => {
      columns.integer('upstream_id').primary();
      columns.string('slug_claim');
      columns.string('slug');
    });
  });
  afterAll(() => database.destroy());

  async function change(id: number, wanted: string | null): Promise<void> {
    await database.transaction(async (transaction) => {
      const before = await transaction(table).where({ upstream_id: id }).first();
      if (wanted === null) await transaction(table).where({ upstream_id: id }).delete();
      else if (before) await transaction(table).where({ upstream_id: id }).update({ slug_claim: wanted });
      else await transaction(table).insert({ upstream_id: id, slug_claim: wanted, slug: wanted });
      const touched = [before?.slug_claim, wanted, ...(wanted === null ? [before?.slug] : [])].filter(
        (each) => typeof each === 'string',
      );
      await settleSlugs(transaction, { entity: 'product', table, touched, created: new Set(before ? [] : [id]) });
    });
  }

  test('are a function of all claims, regardless of the sequence of changes', async () => {
    const step = fc.tuple(fc.constantFrom(1, 2, 3, 13, 22), fc.option(claim));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await database(table).delete();
        await database('commerce_bridge_slugs').delete();
        for (const [id, wanted] of steps) await change(id, wanted);

        const rows = await database(table).select();
        const expected = assignSlugs(rows.map((row) => ({ id: row.upstream_id, claim: row.slug_claim })));
        expect(new Map(rows.map((row) => [row.upstream_id, row.slug]))).toEqual(expected);
        const held = await database('commerce_bridge_slugs').select();
        expect(new Map(held.map((row) => [row.upstream_id, row.slug]))).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  test('leave a redirect when a slug moves, and none when a record is new', async () => {
    await change(2, 'shirt');
    await change(1, 'shirt');
    const redirects = await database('commerce_bridge_redirects').select();
    expect(redirects).toEqual([{ entity: 'product', slug: 'shirt', upstream_id: 2 }]);
  });
});
