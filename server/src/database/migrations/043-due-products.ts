import type { Knex } from 'knex';
import { createIndex, dropIndex } from '../create-table';
import { tables } from '../tables';

const { metafieldProducts, productModifiers, marketStaleProducts } = tables;

/** Indexes that find the next products to read without scanning all that are waiting. */
export const dueProducts = {
  name: '043-due-products',

  async up(database: Knex): Promise<void> {
    const byUrgency = ['urgency', 'due_at', 'product_id'];
    await createIndex(database, { table: productModifiers, columns: byUrgency, name: 'cb_modifiers_next' });
    await createIndex(database, { table: metafieldProducts, columns: byUrgency, name: 'cb_metafields_next' });
    const byPart = ['part_id', 'due_at', 'product_id'];
    await createIndex(database, { table: marketStaleProducts, columns: byPart, name: 'cb_market_stale_next' });
    await dropIndex(database, { table: productModifiers, name: 'cb_modifiers_due' });
    await dropIndex(database, { table: metafieldProducts, name: 'cb_metafields_due' });
  },
};
