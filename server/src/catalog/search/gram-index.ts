import { type Database, dialectOf, toNumber, type Transaction } from '../../database/database';
import { tables } from '../../database/tables';
import { chunksOf } from '../../lib/chunks';
import { type GramLengths, gramsOf } from './grams';
import { addBit, allBits, type Bits, blockOf, hasBit, idsOfBits, limbs, noBits } from './product-bits';
import type { WrittenText } from './search-port';

// The values are integers inlined in the statement: as parameters, they take twice as long.
const rowsAtOnce = 1000;

interface GramRow {
  gram: number;
  block: number;
  bits: Bits;
}

/**
 * Which published products have a gram in their text, on PostgreSQL and MySQL (docs/decisions/0017-reading.md). Only a
 * writer that has locked a product's row changes its bits; its neighbors' bits are in the same rows, so statements
 * merge bits.
 */
export function createGramIndex({ database, lengths }: { database: Database; lengths: GramLengths }) {
  const isMysql = dialectOf(database) === 'mysql';
  const table = tables.searchGrams;

  async function add(transaction: Transaction, rows: readonly GramRow[]): Promise<void> {
    const merge = limbs.map((limb) =>
      isMysql ? `${limb} = ${limb} | values(${limb})` : `${limb} = ${table}.${limb} | excluded.${limb}`,
    );
    const conflict = isMysql ? 'on duplicate key update' : 'on conflict (gram, block) do update set';
    for (const some of chunksOf(rows, rowsAtOnce)) {
      const values = some.map(({ gram, block, bits }) => `(${gram}, ${block}, ${bits.join(', ')})`);
      await transaction.raw(
        `insert into ${table} (gram, block, ${limbs.join(', ')}) values ${values.join(', ')} ${conflict} ${merge.join(', ')}`,
      );
    }
  }

  async function clear(transaction: Transaction, rows: readonly GramRow[]): Promise<void> {
    const names = ['gram', 'block', ...limbs];
    const assignments = limbs.map((limb) => `${isMysql ? `${table}.` : ''}${limb} = ${table}.${limb} & ~given.${limb}`);
    const isSame = `${table}.gram = given.gram and ${table}.block = given.block`;
    for (const some of chunksOf(rows, rowsAtOnce)) {
      const values = some.map(({ gram, block, bits }) => [gram, block, ...bits]);
      if (isMysql) {
        const [first = [], ...others] = values;
        const selects = [first.map((value, place) => `${value} as ${names[place]}`), ...others];
        const given = selects.map((each) => `select ${each.join(', ')}`).join(' union all ');
        await transaction.raw(
          `update (${given}) as given straight_join ${table} on ${isSame} set ${assignments.join(', ')}`,
        );
      } else {
        const given = values.map((each) => `(${each.join(', ')})`).join(', ');
        await transaction.raw(
          `update ${table} set ${assignments.join(', ')} from (values ${given}) as given (${names.join(', ')}) where ${isSame}`,
        );
      }
    }
  }

  async function clearBits(transaction: Transaction, where: Partial<GramRow>, bits: Bits): Promise<void> {
    const concerned = limbs.flatMap((limb, place) => (bits[place] ? [{ limb, mask: bits[place] }] : []));
    await transaction(table)
      .where(where)
      .where((either) => {
        for (const { limb, mask } of concerned) either.orWhereRaw('?? & ? <> 0', [limb, mask]);
      })
      .update(
        Object.fromEntries(
          concerned.map(({ limb, mask }) => [limb, transaction.raw('?? & ?', [limb, allBits ^ mask])]),
        ),
      );
  }

  /** For each block, the products that have all of these grams. */
  async function rowsOfAll(grams: readonly number[]): Promise<Row[]> {
    const query = database(table).whereIn('gram', [...grams]);
    if (grams.length === 1) return query.select('block', ...limbs);
    // MariaDB sorts groups unless told not to.
    if (isMysql) query.orderByRaw('null');
    return query
      .select('block', ...limbs.map((limb) => database.raw('bit_and(??) as ??', [limb, limb])))
      .groupBy('block')
      .havingRaw('count(*) = ?', [grams.length]);
  }

  return {
    /** For products that are indexed with their former text, if they had one. */
    async write(transaction: Transaction, products: readonly WrittenText[]): Promise<void> {
      const present = createRows();
      const former = createRows();
      for (const { id, text, was } of products) {
        const grams = gramsOf(text, lengths);
        for (const gram of grams) present.add(gram, id);
        if (was !== null) for (const gram of gramsOf(was, lengths)) if (!grams.has(gram)) former.add(gram, id);
      }
      await clear(transaction, former.sorted());
      await add(transaction, present.sorted());
    },

    /** Whatever text the products are indexed with. */
    async remove(transaction: Transaction, ids: readonly number[]): Promise<void> {
      for (const [block, bits] of blocksOf(ids)) {
        await clearBits(transaction, { block }, bits);
        await transaction(table)
          .where({ block, ...Object.fromEntries(limbs.map((limb) => [limb, 0])) })
          .delete();
      }
    },

    /** Ids of products that have all of these grams, ascending. */
    async find(grams: readonly number[]): Promise<number[]> {
      const rows = await rowsOfAll(grams);
      return rows.sort(byBlock).flatMap((row) => idsOfBits(toNumber(row.block), bitsOf(row)));
    },

    /** The given ids that have all of these grams, ascending. */
    async among(ids: Float64Array, grams: readonly number[]): Promise<Float64Array> {
      const rows = await rowsOfAll(grams);
      const blocks = new Map(rows.map((row) => [toNumber(row.block), bitsOf(row)]));
      return ids.filter((id) => hasBit(blocks.get(blockOf(id)) ?? [], id));
    },

    /** Of these products, those that are not indexed with exactly this text. */
    async differing(
      reader: Database | Transaction,
      products: readonly { id: number; text: string }[],
    ): Promise<number[]> {
      const blocks = [...new Set(products.map(({ id }) => blockOf(id)))];
      const rows: Row[] = await reader(table)
        .whereIn('block', blocks)
        .select('gram', 'block', ...limbs);
      const found = new Map(products.map(({ id }) => [id, new Set<number>()]));
      for (const row of rows)
        for (const id of idsOfBits(toNumber(row.block), bitsOf(row))) found.get(id)?.add(toNumber(row.gram));
      return products
        .filter(({ id, text }) => {
          const wanted = gramsOf(text, lengths);
          const stored = found.get(id);
          return stored?.size !== wanted.size || [...wanted].some((gram) => !stored.has(gram));
        })
        .map(({ id }) => id);
    },

    /** Ids of all products that have any gram, ascending. */
    async all(): Promise<number[]> {
      const rows: Row[] = await database(table)
        .select('block', ...limbs.map((limb) => database.raw('bit_or(??) as ??', [limb, limb])))
        .groupBy('block')
        .orderBy('block');
      return rows.flatMap((row) => idsOfBits(toNumber(row.block), bitsOf(row)));
    },
  };
}

type Row = Record<(typeof limbs)[number] | 'gram' | 'block', unknown>;

const byBlock = (one: Row, other: Row): number => toNumber(one.block) - toNumber(other.block);

const bitsOf = (row: Row): Bits => limbs.map((limb) => toNumber(row[limb]));

/** Collects rows in an order that is the same for all writers, to prevent deadlocks. */
function createRows() {
  const blocks = new Map<number, Map<number, Bits>>();
  const ascending = <Value>(entries: Iterable<[number, Value]>) => [...entries].sort(([one], [other]) => one - other);
  return {
    add(gram: number, id: number): void {
      const block = blocks.get(blockOf(id)) ?? new Map<number, Bits>();
      blocks.set(blockOf(id), block);
      const bits = block.get(gram) ?? noBits();
      block.set(gram, bits);
      addBit(bits, id);
    },
    sorted: (): GramRow[] =>
      ascending(blocks).flatMap(([block, grams]) => ascending(grams).map(([gram, bits]) => ({ gram, block, bits }))),
  };
}

function blocksOf(ids: readonly number[]): [number, Bits][] {
  const blocks = new Map<number, Bits>();
  for (const id of ids) {
    const bits = blocks.get(blockOf(id)) ?? noBits();
    blocks.set(blockOf(id), bits);
    addBit(bits, id);
  }
  return [...blocks].sort(([one], [other]) => one - other);
}
