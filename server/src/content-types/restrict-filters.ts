import { errors } from '@strapi/utils';
import { type Filters, publicRecords } from './public-records';
import { isRecord } from '../lib/guards';
import { type ModelOf, destinationOf } from './attribute-destinations';
import { createJoinLimit, type JoinLimit } from './join-limit';

/**
 * Limits filters of a public query to what the public may see: a condition on a relation to a cached record is only met
 * by a record that is shown (behavior 13.7).
 * @param uid the model that is filtered
 * @throws ValidationError where a relation to a hidden record would affect the result: below `$not`, and when filtering
 * for entries without a record; also where reading would take a multiple of the catalog
 */
export function restrictFilters(filters: unknown, { uid, modelOf }: { uid: string; modelOf: ModelOf }): unknown {
  return restrict(filters, { uid, modelOf, isNegated: false, joins: createJoinLimit(), path: [uid] });
}

/** Combines two conditions, both of which must be met. */
export function joinFilters(filters: unknown, more: Filters): Filters {
  return filters === undefined || filters === null ? more : { $and: [filters, more] };
}

interface Place {
  uid: string;
  modelOf: ModelOf;
  /** Below a `$not`. */
  isNegated: boolean;
  /** Of the whole query. */
  joins: JoinLimit;
  /** The models from the query's own to this one. */
  path: readonly string[];
}

/** Returns the same object if there is nothing to limit. */
function restrict(filters: unknown, at: Place): unknown {
  if (Array.isArray(filters)) {
    const restricted = filters.map((filter) => restrict(filter, at));
    return restricted.some((each, index) => each !== filters[index]) ? restricted : filters;
  }
  if (!isRecord(filters)) return filters;
  const restricted = Object.entries(filters).map(
    ([name, value]) => [name, restrictCondition(name, value, at)] as const,
  );
  if (restricted.every(([name, value]) => value === filters[name])) return filters;
  // As separate conditions: if two relations in one object both have an `$and`, Strapi drops one.
  return { $and: restricted.map(([name, value]) => ({ [name]: value })) };
}

function restrictCondition(name: string, value: unknown, at: Place): unknown {
  if (name === '$not') return restrict(value, { ...at, isNegated: true });
  if (name === '$and' || name === '$or') return restrict(value, at);
  const destination = destinationOf(at.modelOf(at.uid), name);
  if (destination?.kind !== 'one') return value;

  at.joins.admit(name, at.path);
  const shown = publicRecords.get(destination.target);
  const inner = restrict(value, { ...at, uid: destination.target, path: [...at.path, destination.target] });
  if (!shown) return inner;
  if (at.isNegated)
    throw new errors.ValidationError(
      `"$not" cannot be used around "${name}". Use the negative operator of the field that you compare, for example $ne or $notIn.`,
    );
  // Without a record, all of its fields are null: entries without one would match, but not those with a hidden one.
  return joinFilters(idFilter(name, inner), { id: { $notNull: true }, ...shown.filters });
}

/** Turns a condition on the relation itself into one on the record's id. */
function idFilter(name: string, filter: unknown): unknown {
  const isAbsent = (value: unknown) => value === null || value === 'null';
  if (!isRecord(filter)) {
    if (isAbsent(filter)) throw withoutRecord(name);
    const ids: unknown[] = Array.isArray(filter) ? filter : [filter];
    if (ids.some((id) => typeof id === 'object'))
      throw new errors.ValidationError(`"${name}" takes an object with conditions, an id, or a list of ids.`);
    return { id: { $in: ids } };
  }
  const [operator] = Object.keys(filter);
  if (operator === undefined) return { id: { $notNull: true } };
  const compared = filter[operator];
  if (operator === '$not' && isRecord(compared) && Object.keys(compared).every(comparesValue)) return { id: filter };
  if (!comparesValue(operator)) return filter;
  const isNo = (value: unknown) => /^(false|f|0)$/i.test(String(value));
  if (operator === '$null' ? !isNo(compared) : operator === '$notNull' ? isNo(compared) : isAbsent(compared))
    throw withoutRecord(name);
  return { id: filter };
}

const comparesValue = (key: string): boolean => key.startsWith('$') && !['$and', '$or', '$not'].includes(key);

function withoutRecord(name: string): errors.ValidationError {
  return new errors.ValidationError(
    `Entries without "${name}" cannot be filtered for, since that would reveal which have one that is hidden. Filter for entries with one: filters[${name}][id][$notNull]=true.`,
  );
}
