import { errors } from '@strapi/utils';
import { largestExpansion } from '../../../contracts/rest/expansion';
import { asRefusal } from './refusal';

/** How many queries of the catalog one request may have: aliases allow any number of them. */
export const mostQueries = 20;

/** How many queries one in a further market counts as: it is not cached, and reads the whole market each time. */
export const queriesPerMarketRead = 2;

/** How many records one response may show, repeated ones included: entries share them, and aliases repeat them. */
export const mostShown = 10_000;

/**
 * How many values of the catalog one response can have. Strapi resolves each separately, without yielding: 94,000 were
 * measured to take two seconds of CPU time, in which the site serves no other request. Three thousand categories with
 * all of their fields are 18,000 values, and a hundred products with all of theirs 8,000.
 */
export const mostValues = 50_000;

/**
 * How many fields of the catalog one request can select, counting each occurrence: all are visited before anything is
 * read, and nested fragments turn a short document into a large one. Twenty queries with all fields are 3,000.
 */
export const mostFields = 20_000;

/** How much one request may ask for; in a batch, all operations together. */
export interface RequestBudget {
  /**
   * Counts fields of the catalog that are requested.
   * @throws ValidationError when there are too many
   */
  ask(fields: number): void;
  /**
   * Counts a query and the products that it may return.
   * @throws ValidationError when the request asks for too much
   */
  spend(asked: { queries: number; products: number }): void;
  /**
   * Counts a field of the site's own types, and the records that it shows.
   * @throws ValidationError when the request asks for too much
   */
  show(records: number): void;
  /**
   * Counts values of a response.
   * @throws ValidationError when there are too many
   */
  write(values: number): void;
}

/** A full budget, for a new request. */
export function createRequestBudget(): RequestBudget {
  let fields = 0;
  let queries = 0;
  let products = 0;
  let shown = 0;
  let written = 0;
  const refused = new Map<string, Error>();

  /** Throws the same error each time. */
  function refuse(message: string, details: object): never {
    const error = refused.get(message) ?? asRefusal(new errors.ValidationError(message, details));
    refused.set(message, error);
    throw error;
  }

  return {
    ask(more) {
      fields += more;
      if (fields > mostFields)
        refuse(
          `One request can ask for at most ${mostFields} fields of the catalog, wherever fragments are spread. Ask for each field once.`,
          { allowed: mostFields },
        );
    },
    spend(asked) {
      queries += asked.queries;
      products += asked.products;
      if (queries > mostQueries)
        refuse(
          `One request can have at most ${mostQueries} queries of the catalog; one in a further market counts as ${queriesPerMarketRead}.`,
          { allowed: mostQueries },
        );
      if (products > largestExpansion)
        refuse(
          `One response can have at most ${largestExpansion} products. Ask for fewer at a time (perPage, pagination).`,
          { products, allowed: largestExpansion },
        );
    },
    show(records) {
      shown += 1 + records;
      if (shown > mostShown)
        refuse(
          `One response can show at most ${mostShown} cached records in entries. Ask for fewer entries at a time (pagination), or for each field once.`,
          { allowed: mostShown },
        );
    },
    write(values) {
      written += values;
      if (written > mostValues)
        refuse(
          `One response can have at most ${mostValues} values of the catalog. Ask for fewer records at a time (page and perPage, pagination), or for fewer fields.`,
          { allowed: mostValues },
        );
    },
  };
}
