import type { OperationInfo, Selection } from './requested-fields';

/** By the place in a document, so that each result is reused for all entries of a list. */
const known = new WeakMap<object, Map<string, readonly Selection[]>>();

/** The selections of a field with entries of several types that apply to one of these types. */
export function narrowedTo(type: string, { operation, fieldNodes, fragments }: OperationInfo): OperationInfo {
  const ofField = known.get(fieldNodes) ?? new Map<string, readonly Selection[]>();
  known.set(fieldNodes, ofField);
  const narrowed = ofField.get(type) ?? [
    { kind: 'Field', selectionSet: { selections: selectionsOn(type, { fieldNodes, fragments }) } },
  ];
  ofField.set(type, narrowed);
  return { operation, fieldNodes: narrowed, fragments };
}

function selectionsOn(
  type: string,
  { fieldNodes, fragments }: Pick<OperationInfo, 'fieldNodes' | 'fragments'>,
): readonly Selection[] {
  const spread = new Set<string>();
  const on = (selections: readonly Selection[]): readonly Selection[] =>
    selections.flatMap((selection) => {
      // `__typename`, the only field of a union itself, or a field of another type.
      if (selection.kind === 'Field') return [];
      const name = selection.name?.value;
      if (name !== undefined && spread.has(name)) return [];
      if (name !== undefined) spread.add(name);
      const fragment = name === undefined ? selection : fragments[name];
      const inner = fragment?.selectionSet?.selections ?? [];
      return fragment?.typeCondition?.name.value === type ? inner : on(inner);
    });
  return on(fieldNodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []));
}
