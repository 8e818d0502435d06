import { errors } from '@strapi/utils';
import { publicRecords } from './public-records';
import { recordUids } from './record-uids';

/** Limits how many rows the filters of one query can make the database join (behavior 13.7). */
export interface JoinLimit {
  /**
   * Call this for each condition on a relation.
   * @param path the models from the query's own to the one that has the relation
   * @throws ValidationError
   */
  admit(name: string, path: readonly string[]): void;
}

// Strapi joins a relation for each condition on it, side by side or nested, so that the numbers of related records
// multiply. A product has few categories, but a category or brand can have every product.
const mostCategories = 2;

export function createJoinLimit(): JoinLimit {
  let products = 0;
  let categories = 0;
  return {
    admit(name, path) {
      const model = path.at(-1) ?? '';
      const isProducts = publicRecords.get(model)?.unlimited === name;
      if (isProducts) products += 1;
      if (model === recordUids.product && name === 'categories') categories += 1;
      if (isProducts && path.includes(recordUids.product))
        throw refusal('"products" cannot be used below a condition on a product.');
      if (products > 1 || (products > 0 && categories > 0))
        throw refusal('A query can have one condition on "products", and none on "categories" of products beside it.');
      if (categories > mostCategories)
        throw refusal(`A query can have at most ${mostCategories} conditions on "categories" of products.`);
    },
  };
}

const refusal = (rule: string) =>
  new errors.ValidationError(`${rule} The database would read a multiple of all products.`);
