import { apply, UnknownEntityError, type Changes, type EditAction } from '../catalog/changes';
import type { CatalogState } from '../catalog/state';
import { unixSeconds, type Clock } from '../clock';
import type { MarketChange } from './changes';
import type { PriceList, PriceListAssignment, PriceRecord } from './model';

/** Prices to write; missing fields keep their values, or are null in a new record. */
export interface RecordChange extends Changes<
  Pick<PriceRecord, 'price' | 'sale_price' | 'retail_price' | 'map_price' | 'bulk_pricing_tiers'>
> {
  variant_id: number;
  /** Any case. */
  currency: string;
}

/** Price lists, their records and assignments. No product or SKU event is raised (upstream 20.9). */
export class PriceListEdits {
  private readonly lists = new Map<number, PriceList>();
  private readonly recordsOf = new Map<number, Map<string, PriceRecord>>();
  private readonly assigned = new Map<number, PriceListAssignment>();
  private nextId = 1;
  private nextAssignmentId = 1;

  constructor(
    private readonly state: CatalogState,
    private readonly clock: Clock,
  ) {}

  all(): PriceList[] {
    return [...this.lists.values()];
  }

  get(id: number): PriceList | undefined {
    return this.lists.get(id);
  }

  create(options: { name: string } & Changes<Omit<PriceList, 'id' | 'created' | 'modified'>>): PriceList {
    const now = unixSeconds(this.clock);
    const list: PriceList = {
      id: this.nextId++,
      name: options.name,
      active: true,
      prices_entered_with_tax: null,
      created: now,
      modified: now,
    };
    apply(list, options);
    this.lists.set(list.id, list);
    this.recordsOf.set(list.id, new Map());
    this.announce({ entity: 'price list', action: 'created', priceListId: list.id });
    return list;
  }

  /** A change of `active` raises its own event. */
  update(id: number, changes: Changes<Omit<PriceList, 'id' | 'created' | 'modified'>>): PriceList {
    const list = this.required(id);
    const wasActive = list.active;
    apply(list, { ...changes, modified: unixSeconds(this.clock) });
    const action = list.active === wasActive ? 'updated' : list.active ? 'activated' : 'deactivated';
    this.announce({ entity: 'price list', action, priceListId: id });
    return list;
  }

  delete(id: number): void {
    this.drop(id);
    this.announce({ entity: 'price list', action: 'deleted', priceListId: id });
  }

  /** Deletes several in one call, which raises one event. */
  deleteMany(ids: readonly number[]): void {
    for (const id of ids) this.drop(id);
    this.announce({ entity: 'price lists', priceListIds: [...ids] });
  }

  /** By list and time of creation. */
  records(id: number): PriceRecord[] {
    return [...(this.recordsOf.get(id)?.values() ?? [])];
  }

  record(id: number, key: { variantId: number; currency: string }): PriceRecord | undefined {
    return this.recordsOf.get(id)?.get(keyOf(key.variantId, key.currency));
  }

  /** Writes one record, as the single call does. */
  setRecord(id: number, change: RecordChange): PriceRecord {
    const { record, action } = this.write(id, change);
    this.announceRecords(action, 'single', [record]);
    return record;
  }

  /** Writes many records in one call, which raises one event for all created and one for all updated records. */
  setRecords(id: number, changes: readonly RecordChange[]): void {
    const written = changes.map((change) => this.write(id, change));
    for (const action of ['created', 'updated'] as const) {
      const records = written.filter((each) => each.action === action).map((each) => each.record);
      if (records.length > 0) this.announceRecords(action, 'batch', records);
    }
  }

  deleteRecord(id: number, key: { variantId: number; currency: string }): void {
    const record = this.record(id, key);
    if (!record) throw new UnknownEntityError('price record of variant', key.variantId);
    this.recordsOf.get(id)?.delete(keyOf(key.variantId, key.currency));
    this.announceRecords('deleted', 'single', [record]);
  }

  assignments(): PriceListAssignment[] {
    return [...this.assigned.values()];
  }

  assign(options: Omit<PriceListAssignment, 'id'>): PriceListAssignment {
    this.required(options.price_list_id);
    const assignment = { ...options, id: this.nextAssignmentId++ };
    this.assigned.set(assignment.id, assignment);
    this.announceAssignment('updated', assignment);
    return assignment;
  }

  unassign(id: number): void {
    const assignment = this.assigned.get(id);
    if (!assignment) throw new UnknownEntityError('price list assignment', id);
    this.assigned.delete(id);
    this.announceAssignment('deleted', assignment);
  }

  private write(id: number, change: RecordChange): { record: PriceRecord; action: 'created' | 'updated' } {
    const { variant_id: variantId, currency, ...prices } = change;
    this.required(id);
    const product = this.state.productOfVariant(variantId);
    if (!product) throw new UnknownEntityError('variant', variantId);
    const before = this.record(id, { variantId, currency });
    const now = unixSeconds(this.clock);
    const record: PriceRecord = before ?? {
      price_list_id: id,
      variant_id: variantId,
      product_id: product.id,
      currency: currency.toUpperCase(),
      price: null,
      sale_price: null,
      retail_price: null,
      map_price: null,
      bulk_pricing_tiers: [],
      created: now,
      modified: now,
    };
    apply(record, { ...prices, modified: now });
    this.recordsOf.get(id)?.set(keyOf(variantId, currency), record);
    return { record, action: before ? 'updated' : 'created' };
  }

  private drop(id: number): void {
    this.required(id);
    this.lists.delete(id);
    this.recordsOf.delete(id);
    for (const each of this.assignments()) if (each.price_list_id === id) this.assigned.delete(each.id);
  }

  private required(id: number): PriceList {
    const list = this.lists.get(id);
    if (!list) throw new UnknownEntityError('price list', id);
    return list;
  }

  private announceRecords(action: EditAction, call: 'single' | 'batch', records: readonly PriceRecord[]): void {
    const keys = records.map((record) => ({
      price_list_id: record.price_list_id,
      variant_id: record.variant_id,
      currency: record.currency.toLowerCase(),
    }));
    this.announce({ entity: 'price records', action, call, records: keys });
  }

  private announceAssignment(action: 'updated' | 'deleted', assignment: PriceListAssignment): void {
    const { price_list_id, channel_id, customer_group_id } = assignment;
    this.announce({
      entity: 'price list assignment',
      action,
      assignment: { price_list_id, channel_id, customer_group_id },
    });
  }

  private announce(change: MarketChange): void {
    this.state.touch();
    this.state.announce(change);
  }
}

function keyOf(variantId: number, currency: string): string {
  return `${variantId} ${currency.toUpperCase()}`;
}
