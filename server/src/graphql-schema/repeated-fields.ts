import { errors } from '@strapi/utils';
import type { OperationInfo, Selection } from './requested-fields';

/**
 * How often one field may be asked for in the same place, by aliases. Fields of the catalog take no arguments, so each says the
 * same; without a limit, a small document makes the site write out each variant of a hundred products a thousand times.
 */
export const mostRepeats = 3;

interface Asked {
  name: string;
  nodes: Selection[];
}

/**
 * Checks what is asked of a field of the catalog, at any depth, with fragments where they are spread.
 * @throws ValidationError that names the field asked for too often
 */
export function limitRepeats({ fieldNodes, fragments }: Pick<OperationInfo, 'fieldNodes' | 'fragments'>): void {
  const asked = askedBelow(fieldNodes, fragments);
  const counts = new Map<string, number>();
  for (const { name } of asked) {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count > mostRepeats)
      throw new errors.ValidationError(
        `One place of a query can ask at most ${mostRepeats} times for the same field of the catalog: ${name} is asked for more often.`,
        { field: name, allowed: mostRepeats },
      );
  }
  for (const { nodes } of asked) limitRepeats({ fieldNodes: nodes, fragments });
}

/** The fields below, as GraphQL merges them: those with the same name in the response are one. */
function askedBelow(nodes: readonly Selection[], fragments: OperationInfo['fragments']): Asked[] {
  const asked = new Map<string, Asked>();
  const spread = new Set<string>();
  const add = (selections: readonly Selection[]): void => {
    for (const selection of selections) {
      const name = selection.name?.value ?? '';
      if (selection.kind === 'Field') {
        const key = selection.alias?.value ?? name;
        asked.set(key, { name, nodes: [...(asked.get(key)?.nodes ?? []), selection] });
      } else if (selection.kind === 'InlineFragment') {
        add(selection.selectionSet?.selections ?? []);
      } else if (!spread.has(name)) {
        spread.add(name);
        add(fragments[name]?.selectionSet.selections ?? []);
      }
    }
  };
  for (const { selectionSet } of nodes) add(selectionSet?.selections ?? []);
  return [...asked.values()];
}
