import { limitRepeats } from './repeated-fields';
import type { OperationInfo, Selection } from './requested-fields';

/** A field of the response; like GraphQL, this merges selections with the same response name. */
export interface AskedField {
  name: string;
  below: readonly AskedField[];
}

type Asked = Pick<OperationInfo, 'fieldNodes' | 'fragments'>;

/**
 * The fields requested below a resolver's field, at any depth, with fragments expanded.
 * @param count called with the number of fields at each place, before the fields below them are visited: with nested
 * fragments, a short document can request billions
 * @throws ValidationError that names a field that is requested too often
 */
export function askedFields({ fieldNodes, fragments }: Asked, count: (fields: number) => void): AskedField[] {
  const asked = new Map<string, { name: string; nodes: Selection[] }>();
  const spread = new Set<string>();
  const add = (selections: readonly Selection[]): void => {
    for (const selection of selections) {
      const name = selection.name?.value ?? '';
      if (selection.kind === 'Field') {
        const key = selection.alias?.value ?? name;
        const found = asked.get(key) ?? { name, nodes: [] };
        found.nodes.push(selection);
        asked.set(key, found);
      } else if (selection.kind === 'InlineFragment') {
        add(selection.selectionSet?.selections ?? []);
      } else if (!spread.has(name)) {
        spread.add(name);
        add(fragments[name]?.selectionSet.selections ?? []);
      }
    }
  };
  for (const { selectionSet } of fieldNodes) add(selectionSet?.selections ?? []);
  const here = [...asked.values()];
  count(here.length);
  limitRepeats(here);
  return here.map(({ name, nodes }) => ({ name, below: askedFields({ fieldNodes: nodes, fragments }, count) }));
}

/** How many values a response has with this result: GraphQL resolves each one separately. */
export function countValues(result: unknown, asked: readonly AskedField[]): number {
  if (Array.isArray(result)) {
    const lists = asked.filter(({ below }) => below.length > 0);
    if (lists.length === 0) return result.length * asked.length;
    return result.reduce((sum: number, item: unknown) => sum + countValues(item, asked), 0);
  }
  if (typeof result !== 'object' || result === null) return 1;
  return asked.reduce((sum, { name, below }) => {
    return sum + (below.length === 0 ? 1 : 1 + countValues(Reflect.get(result, name), below));
  }, 0);
}
