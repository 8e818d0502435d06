import { RowLists } from './row-lists';
import { RowOrder } from './row-order';
import { groupsOf, type TitlePlace } from './title-places';

/** What lists filter and sort one published product by. */
export interface ListedFacts {
  id: number;
  /** Upstream's date, in milliseconds. */
  created: number;
  /** What the shopper pays; `noPrice` where a further market has none. */
  price: number;
  brandId: number | null;
  isInStock: boolean;
  isOnSale: boolean;
  categoryIds: readonly number[];
  /** Whether a further market has its own texts for the product; absent: no. */
  isNamed?: boolean;
}

/** Sorts after every price. */
export const noPrice = Infinity;

export const flagOf = { published: 1, inStock: 2, onSale: 4, named: 8 } as const;

// The most rows of all kept lists together, as a multiple of the products; beyond that, lists are rebuilt on demand.
const keptShare = 2;

/**
 * What lists filter and sort by, for every product of a market, as arrays with a row for each: about 80 bytes a
 * product. Knows nothing of the database or of changes (`kept-columns.ts`).
 */
export class ProductColumns {
  #size = 0;
  readonly #free: number[] = [];
  ids = new Float64Array(1024);
  created = new Float64Array(1024);
  price = new Float64Array(1024);
  /** 0 without a brand. */
  brand = new Float64Array(1024);
  /** 0 in a free row, otherwise a combination of `flagOf`. */
  flags = new Uint8Array(1024);
  /** How many rows have each combination of flags. */
  readonly #flagCounts = new Float64Array(16);
  #rank = new Float64Array(1024);
  readonly #categories = new RowLists();
  // Upstream's ids may be larger than 32 bits.
  readonly #categoryNumbers = new Map<number, number>();
  /** Category ids by number. */
  readonly #categoryIds: number[] = [];
  readonly #lists = new Map<string, Uint32Array>();
  #listed = 0;

  readonly byId = new RowOrder((one, other) => this.#id(one) - this.#id(other));
  readonly byDate = this.#orderBy(() => this.created);
  readonly byPrice = this.#orderBy(() => this.price);
  #byTitle = this.#orderByTitle();
  /** Whether the order by title is known. */
  hasTitles = false;

  /** The number of rows, including free ones. */
  get size(): number {
    return this.#size;
  }

  get count(): number {
    return this.byId.length;
  }

  get byTitle(): RowOrder {
    return this.#byTitle;
  }

  /** Null if no such product is published. */
  rowOf(id: number): number | null {
    const position = this.byId.firstPosition((row) => this.#id(row) < id);
    const row = this.byId.rowAt(position);
    return row !== undefined && this.ids[row] === id ? row : null;
  }

  /** How many products have exactly the wanted flags among those in the mask. */
  countWith({ mask, wanted }: { mask: number; wanted: number }): number {
    return this.#flagCounts.reduce((sum, count, flags) => ((flags & mask) === wanted ? sum + count : sum), 0);
  }

  isInCategory(row: number, categoryId: number): boolean {
    const number = this.#categoryNumbers.get(categoryId);
    return number !== undefined && this.#categories.has(row, number);
  }

  /** @returns how many of these categories a row is in */
  sharing(categoryIds: readonly number[]): (row: number) => number {
    const wanted = new Uint8Array(this.#categoryIds.length);
    for (const number of categoryIds.flatMap((id) => this.#categoryNumbers.get(id) ?? [])) wanted[number] = 1;
    return (row) => this.#categories.sumOf(row, wanted);
  }

  categoriesOf(row: number): number[] {
    return Array.from(this.#categories.of(row), (number) => this.#categoryIds[number] ?? 0);
  }

  /** The rows of a brand or category; kept until any product changes. */
  rowsOf(kind: 'brand' | 'category', id: number): Uint32Array {
    const key = `${kind} ${id}`;
    const kept = this.#lists.get(key);
    if (kept) return kept;
    const number = this.#categoryNumbers.get(id);
    const found: number[] = [];
    if (kind === 'brand') {
      for (let row = 0; row < this.#size; row += 1) if (this.brand[row] === id) found.push(row);
    } else if (number !== undefined) {
      for (let row = 0; row < this.#size; row += 1) if (this.#categories.has(row, number)) found.push(row);
    }
    const list = Uint32Array.from(found);
    if (this.#listed + list.length > this.count * keptShare) this.#dropLists();
    this.#lists.set(key, list);
    this.#listed += list.length;
    return list;
  }

  /** While loading: adds the next product by id, without its other values. */
  append({ id, ...facts }: Omit<ListedFacts, 'created' | 'price' | 'categoryIds'>): void {
    const row = this.#newRow(id);
    this.#setFlags(row, facts);
    this.byId.append(row);
  }

  /** While loading: adds the next product in this order. Ignores products that are unknown or already in the order. */
  appendValue(by: 'price' | 'date', { id, value }: { id: number; value: number }): void {
    const [values, order] = by === 'price' ? [this.price, this.byPrice] : [this.created, this.byDate];
    const row = this.rowOf(id);
    if (row === null || !Number.isNaN(values[row])) return;
    values[row] = value;
    order.append(row);
  }

  setCategories(row: number, categoryIds: readonly number[]): void {
    this.#categories.set(
      row,
      categoryIds.map((id) => this.#categoryNumber(id)),
    );
  }

  /** Replaces the values of these products. Keeps their positions by title; new products have none yet. */
  put(products: readonly ListedFacts[]): void {
    const known = products.flatMap(({ id }) => this.rowOf(id) ?? []);
    for (const order of [this.byDate, this.byPrice]) order.take(known);
    const added: number[] = [];
    const rows = products.map((facts) => {
      const found = this.rowOf(facts.id);
      const row = found ?? this.#newRow(facts.id);
      if (found === null) added.push(row);
      this.created[row] = facts.created;
      this.price[row] = facts.price;
      this.#setFlags(row, facts);
      this.setCategories(row, facts.categoryIds);
      return row;
    });
    this.byId.put(added);
    for (const order of [this.byDate, this.byPrice]) order.put(rows);
    this.#dropLists();
  }

  /** Ignores unknown ids. */
  remove(ids: readonly number[]): void {
    const rows = ids.flatMap((id) => this.rowOf(id) ?? []);
    if (rows.length === 0) return;
    for (const order of [this.byDate, this.byPrice, this.#byTitle, this.byId]) order.take(rows);
    for (const row of rows) {
      this.#replaceFlags(row, 0);
      this.brand[row] = 0;
      this.#rank[row] = Number.NaN;
      this.#categories.set(row, []);
      this.#free.push(row);
    }
    this.#dropLists();
  }

  /** Drops the order by title, which must then be reloaded. */
  dropTitles(): void {
    this.#byTitle = this.#orderByTitle();
    this.#rank.fill(Number.NaN);
    this.hasTitles = false;
  }

  /** While loading; like `appendValue`. */
  appendTitle(id: number): void {
    const row = this.rowOf(id);
    if (row === null || !Number.isNaN(this.#rank[row])) return;
    // Not the number of rows, some of which may have been removed meanwhile.
    const last = this.#byTitle.rowAt(this.#byTitle.length - 1);
    this.#rank[row] = last === undefined ? 0 : (this.#rank[last] ?? 0) + 1;
    this.#byTitle.append(row);
  }

  /**
   * Moves products in the order by title, or adds them to it.
   * @param places in the new order
   * @returns false if the order must be reloaded instead
   */
  placeTitles(places: readonly TitlePlace[]): boolean {
    const placed = places.flatMap((place) => {
      const row = this.rowOf(place.id);
      return row === null ? [] : { row, ...place };
    });
    this.#byTitle.take(placed.map(({ row }) => row));
    for (const { row } of placed) this.#rank[row] = Number.NaN;
    const groups = groupsOf(placed);
    for (const { behind, rows } of groups) {
      const anchor = behind === null ? -1 : (this.rowOf(behind) ?? undefined);
      if (anchor === undefined || !this.#rankBehind(anchor, rows)) return false;
    }
    this.#byTitle.put(placed.map(({ row }) => row));
    return true;
  }

  /** @param anchor -1: before all others */
  #rankBehind(anchor: number, rows: readonly number[]): boolean {
    const position = anchor < 0 ? -1 : this.#byTitle.positionOf(anchor);
    if (position === null) return false;
    const rankAt = (at: number, otherwise: number) => {
      const row = at < 0 ? undefined : this.#byTitle.rowAt(at);
      return row === undefined ? otherwise : (this.#rank[row] ?? otherwise);
    };
    const after = rankAt(position + 1, Infinity);
    const before = position < 0 ? (after === Infinity ? 0 : after - rows.length - 1) : rankAt(position, 0);
    const step = after === Infinity ? 1 : (after - before) / (rows.length + 1);
    for (const [index, row] of rows.entries()) this.#rank[row] = before + step * (index + 1);
    const ranks = [before, ...rows.map((row) => this.#rank[row] ?? 0), after];
    // The space between two ranks can be halved only some fifty times.
    return ranks.every((rank, index) => index === 0 || rank > (ranks[index - 1] ?? 0));
  }

  #setFlags(row: number, facts: Pick<ListedFacts, 'brandId' | 'isInStock' | 'isOnSale' | 'isNamed'>): void {
    this.brand[row] = facts.brandId ?? 0;
    this.#replaceFlags(
      row,
      flagOf.published |
        (facts.isInStock ? flagOf.inStock : 0) |
        (facts.isOnSale ? flagOf.onSale : 0) |
        (facts.isNamed ? flagOf.named : 0),
    );
  }

  #replaceFlags(row: number, flags: number): void {
    const before = this.flags[row] ?? 0;
    this.#flagCounts[before] = (this.#flagCounts[before] ?? 0) - 1;
    this.#flagCounts[flags] = (this.#flagCounts[flags] ?? 0) + 1;
    this.flags[row] = flags;
  }

  #newRow(id: number): number {
    const row = this.#free.pop() ?? this.#size;
    if (row === this.#size) this.#size += 1;
    if (row >= this.ids.length) this.#grow(Math.ceil(this.#size * 1.5));
    this.ids[row] = id;
    for (const values of [this.created, this.price, this.#rank]) values[row] = Number.NaN;
    return row;
  }

  #grow(size: number): void {
    this.ids = grown(this.ids, new Float64Array(size));
    this.created = grown(this.created, new Float64Array(size));
    this.price = grown(this.price, new Float64Array(size));
    this.brand = grown(this.brand, new Float64Array(size));
    this.flags = grown(this.flags, new Uint8Array(size));
    this.#rank = grown(this.#rank, new Float64Array(size));
  }

  #categoryNumber(id: number): number {
    const known = this.#categoryNumbers.get(id);
    if (known !== undefined) return known;
    this.#categoryNumbers.set(id, this.#categoryIds.length);
    return this.#categoryIds.push(id) - 1;
  }

  #dropLists(): void {
    this.#lists.clear();
    this.#listed = 0;
  }

  #id(row: number): number {
    return this.ids[row] ?? 0;
  }

  #orderBy(values: () => Float64Array): RowOrder {
    return new RowOrder(
      (one, other) => (values()[one] ?? 0) - (values()[other] ?? 0) || this.#id(one) - this.#id(other),
    );
  }

  #orderByTitle(): RowOrder {
    return new RowOrder((one, other) => (this.#rank[one] ?? 0) - (this.#rank[other] ?? 0));
  }
}

function grown<Values extends Float64Array | Uint8Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}
