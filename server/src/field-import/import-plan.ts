import type { FieldImportQuery, FieldToImport } from '../../../contracts/admin/field-import';

/** Whether a *Commerce product* field takes one product or a list of them. */
export type TargetKind = 'one' | 'many';

/** A content type or component of the site, with its product fields. */
export interface ImportModel {
  uid: string;
  table: string;
  /** Names of the other plugin's fields, with their columns. */
  foreign: ReadonlyMap<string, { column: string }>;
  /** Names of our fields. */
  own: ReadonlyMap<string, { column: string; kind: TargetKind }>;
}

/**
 * All fields that are to be searched, with the targets of their products. Ours come first: a field that was switched
 * from the other plugin's still holds its values, and may be the target of another field.
 */
export function planImport(models: readonly ImportModel[], { field, to }: FieldImportQuery): FieldToImport[] {
  const isWanted = (name: string) => field === undefined || name === field;
  return models.flatMap(({ uid, foreign, own }) => {
    const inPlace = [...own.keys()].map((name) => ({ model: uid, field: name, target: name, problem: null }));
    const wanted = [...foreign.keys()].filter(isWanted);
    const added = wanted.map((name) => ({
      model: uid,
      field: name,
      ...targetOf(own, { to, isShared: wanted.length > 1 }),
    }));
    const isTarget = (name: string) => to === undefined || name === to;
    return [...inPlace.filter(({ field: name }) => isWanted(name) && isTarget(name)), ...added];
  });
}

function targetOf(
  own: ImportModel['own'],
  { to, isShared }: { to: string | undefined; isShared: boolean },
): Pick<FieldToImport, 'target' | 'problem'> {
  const targets = to === undefined ? [...own.keys()] : [...own.keys()].filter((name) => name === to);
  const [target] = targets;
  if (target === undefined) return { target: null, problem: 'no_target' };
  if (targets.length > 1) return { target: null, problem: 'several_targets' };
  return isShared ? { target: null, problem: 'shared_target' } : { target, problem: null };
}
