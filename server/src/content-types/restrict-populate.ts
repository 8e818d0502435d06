import { errors } from '@strapi/utils';
import { isRecord } from '../lib/guards';
import { type AttributeDestination, type ModelOf, destinationOf } from './attribute-destinations';
import { publicRecords } from './public-records';
import { joinFilters, restrictFilters } from './restrict-filters';
import { checkSort } from './restrict-sort';

interface Place {
  uid: string;
  modelOf: ModelOf;
  /** The uids of all content types, since a polymorphic relation may lead to any of them. */
  contentTypes: readonly string[];
  /** How to treat the products of a category or brand. Strapi's sanitizer lists them where `*` was requested. */
  unlimited: 'refused' | 'left out';
}

/**
 * Limits what a public query populates to the cached records that the public may see, at any depth (behavior 13.7).
 * @param uid the model whose entries are populated
 * @returns the limited query in Strapi's object form
 * @throws ValidationError as `restrictFilters` and `checkSort` do; also for a category's or brand's products if refused
 */
export function restrictPopulate(populate: unknown, at: Place): unknown {
  if (populate === undefined || populate === null) return populate;
  if (populate === '*' || populate === true) return restrictPopulate(everyWay(at), at);
  if (typeof populate === 'string') return restrictPopulate(objectOf(populate.split(',')), at);
  if (Array.isArray(populate)) return restrictPopulate(objectOf(populate.map(String)), at);
  if (!isRecord(populate)) return populate;
  const limited = Object.entries(populate).filter(([name, value]) => !isUnlimited(name, value, at));
  return Object.fromEntries(limited.map(([name, value]) => [name, restrictWay(name, value, at)]));
}

function isUnlimited(name: string, value: unknown, { uid, unlimited }: Place): boolean {
  if (publicRecords.get(uid)?.unlimited !== name || isNothing(value) || isCount(value)) return false;
  if (unlimited === 'left out') return true;
  throw new errors.ValidationError(
    `"${name}" of a category or brand cannot be populated, since there may be any number of them. List products with a filter, for example /commerce-bridge/products?filters[brand][slug]=…, or use the REST API.`,
  );
}

function restrictWay(name: string, value: unknown, { uid, ...at }: Place): unknown {
  const destination = destinationOf(at.modelOf(uid), name);
  if (destination?.kind === 'one') return restrictOne(value, { ...at, uid: destination.target });
  if (!destination || !isRecord(value)) return value;

  const { on, populate, ...others } = value;
  const counted = { ...at, isCounted: isCount(others) };
  if (isRecord(on)) return { ...others, on: restrictFragments(on, counted) };
  const targets = targetsOf(destination, populate, at);
  if (targets === null) return value;
  const fragments = Object.fromEntries(targets.map((target) => [target, { populate }]));
  return { ...others, on: restrictFragments(fragments, counted) };
}

/** The models whose relations are populated; null if none. Below a polymorphic relation, Strapi accepts only `*`. */
function targetsOf(
  destination: AttributeDestination,
  populate: unknown,
  { contentTypes }: Pick<Place, 'contentTypes'>,
) {
  if (destination.kind === 'components') return populate === undefined ? null : destination.targets;
  return populate === '*' ? contentTypes : null;
}

function restrictFragments(
  on: Record<string, unknown>,
  { isCounted, ...at }: Omit<Place, 'uid'> & { isCounted: boolean },
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(on)
      // Strapi counts related records without applying filters.
      .filter(([target]) => !isCounted || !publicRecords.has(target))
      .map(([target, value]) => [target, restrictOne(value, { ...at, uid: target })]),
  );
}

function restrictOne(value: unknown, at: Place): unknown {
  const shown = publicRecords.get(at.uid);
  if (isRecord(value)) {
    checkSort(value.sort, at);
    const filters = restrictFilters(value.filters, at);
    return {
      ...value,
      ...(shown ? { filters: joinFilters(filters, shown.filters) } : filters !== undefined && { filters }),
      ...('populate' in value && { populate: restrictPopulate(value.populate, at) }),
    };
  }
  return shown && !isNothing(value) ? { filters: shown.filters } : value;
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === false || /^(false|f|0)$/i.test(String(value).trim());

const isCount = (value: unknown): boolean => isRecord(value) && (value.count === true || value.count === 'true');

function everyWay({ uid, modelOf }: Place): Record<string, true> {
  const model = modelOf(uid);
  const left = publicRecords.get(uid)?.unlimited;
  return Object.fromEntries(
    Object.keys(model?.attributes ?? {})
      .filter((name) => name !== left && destinationOf(model, name) !== null)
      .map((name) => [name, true as const]),
  );
}

/** `['looks.shelf', 'author']` as `{looks: {populate: {shelf: true}}, author: true}`. */
function objectOf(paths: readonly string[]): Record<string, unknown> {
  const below = new Map<string, string[]>();
  for (const path of paths.map((each) => each.trim()).filter((each) => each !== '')) {
    const [name = '', ...rest] = path.split('.');
    const found = below.get(name) ?? [];
    below.set(name, rest.length === 0 ? found : [...found, rest.join('.')]);
  }
  return Object.fromEntries(
    [...below].map(([name, rest]) => [
      name,
      rest.length === 0 ? true : { populate: rest.includes('*') ? '*' : objectOf(rest) },
    ]),
  );
}
