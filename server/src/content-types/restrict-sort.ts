import { errors } from '@strapi/utils';
import { isRecord } from '../lib/guards';
import { type ModelOf, destinationOf } from './attribute-destinations';
import { publicRecords } from './public-records';

/**
 * Refuses to sort by a field of a related cached record: the order would reveal values of hidden records
 * (behavior 13.7).
 * @param uid the model that is sorted
 * @throws ValidationError
 */
export function checkSort(sort: unknown, { uid, modelOf }: { uid: string; modelOf: ModelOf }): void {
  if (Array.isArray(sort)) {
    for (const each of sort) checkSort(each, { uid, modelOf });
  } else if (isRecord(sort)) {
    for (const [name, below] of Object.entries(sort)) {
      const target = targetOf(name, { uid, modelOf });
      if (target !== null) checkSort(below, { uid: target, modelOf });
      else if (name.includes('.')) checkPath(name, { uid, modelOf });
    }
  } else if (typeof sort === 'string') {
    for (const each of sort.split(',')) checkPath(each, { uid, modelOf });
  }
}

function checkPath(path: string, { uid, modelOf }: { uid: string; modelOf: ModelOf }): void {
  let model = uid;
  for (const name of path.trim().split(':')[0]?.split('.') ?? []) {
    const target = targetOf(name.trim(), { uid: model, modelOf });
    if (target === null) return;
    model = target;
  }
}

function targetOf(name: string, { uid, modelOf }: { uid: string; modelOf: ModelOf }): string | null {
  const destination = destinationOf(modelOf(uid), name);
  if (destination?.kind !== 'one') return null;
  if (publicRecords.has(destination.target))
    throw new errors.ValidationError(
      `Entries cannot be sorted by fields of "${name}", since some of these records may be hidden. Sort by a field of the entries themselves.`,
    );
  return destination.target;
}
