import type { Knex } from 'knex';
import { dialectOf } from '../../../server/src/database/database';
import { tables } from '../../../server/src/database/tables';

// The number of products in one row of grams.
const blockSize = 248;
const limbSize = 31;
const limbs = ['b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7'] as const;

const placeOf = (id: number) => ({
  block: Math.floor(id / blockSize),
  limb: limbs[Math.floor((id % blockSize) / limbSize)] ?? 'b0',
  bit: 1 << ((id % blockSize) % limbSize),
});

/** Removes one product's text from the search index, and adds a text of a product that does not exist. */
export async function damageSearchIndex(
  knex: Knex,
  { without, leftover }: { without: number; leftover: number },
): Promise<void> {
  if (dialectOf(knex) === 'sqlite') {
    await knex(tables.searchIndex).where({ rowid: without }).delete();
    await knex.raw('insert into ?? (rowid, search_text) values (?, ?)', [tables.searchIndex, leftover, 'gone']);
    return;
  }
  const { block, limb, bit } = placeOf(without);
  await knex(tables.searchGrams)
    .where({ block })
    .update(limb, knex.raw('?? & ?', [limb, 0x7fff_ffff ^ bit]));
  const added = placeOf(leftover);
  const none = Object.fromEntries(limbs.map((name) => [name, 0]));
  await knex(tables.searchGrams).insert({ ...none, gram: 97, block: added.block, [added.limb]: added.bit });
}
