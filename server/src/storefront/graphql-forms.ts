import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionNode,
  type StringValueNode,
  visit,
} from 'graphql';

/*
 * One operation can be written in many ways: clients strip comments, indent differently, and ask for `__typename`
 * everywhere to fill their caches. Here it is brought into forms that can be compared.
 */

/** An operation with the fragments it uses, and nothing else of its document. */
export interface OperationParts {
  operation: OperationDefinitionNode;
  /** In document order. */
  fragments: FragmentDefinitionNode[];
}

export const operationsOf = ({ definitions }: DocumentNode): OperationDefinitionNode[] =>
  definitions.filter((each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION);

export const fragmentsOf = ({ definitions }: DocumentNode): FragmentDefinitionNode[] =>
  definitions.filter((each): each is FragmentDefinitionNode => each.kind === Kind.FRAGMENT_DEFINITION);

/** Picks the fragments (with distinct names) that the operation uses, directly or through others. */
export function partsOf(
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): OperationParts {
  // Looked up, not searched: a caller can send thousands of fragments and spreads.
  const named = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const used = new Set<string>();
  const waiting: DefinitionNode[] = [operation];
  for (let definition = waiting.pop(); definition; definition = waiting.pop()) {
    visit(definition, {
      FragmentSpread: ({ name }) => {
        if (used.has(name.value)) return;
        used.add(name.value);
        const fragment = named.get(name.value);
        if (fragment) waiting.push(fragment);
      },
    });
  }
  return { operation, fragments: fragments.filter(({ name }) => used.has(name.value)) };
}

/** A visitor that turns block strings into ordinary strings, which mean the same. */
export const onOneLine = {
  StringValue: ({ block, ...value }: StringValueNode): StringValueNode | undefined => (block ? value : undefined),
};

/**
 * The same text for every way to write an operation: without comments and layout, fragments ordered by name, and
 * without what clients add automatically (`__typename`).
 */
export function normalForm({ operation, fragments }: OperationParts): string {
  const sorted = [...fragments].sort((a, b) => (a.name.value < b.name.value ? -1 : 1));
  return print(
    visit(documentOf({ operation, fragments: sorted }), {
      ...onOneLine,
      SelectionSet: { leave: (node) => ({ ...node, selections: withoutTypename(node.selections) }) },
    }),
  );
}

/** As written, without comments and in the layout of the reference implementation. */
export function printedForm(parts: OperationParts): string {
  return print(documentOf(parts));
}

const typename: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** As Apollo Client sends it: with `__typename` at the end of every selection except those at the root. */
export function apolloForm(parts: OperationParts): string {
  const added = visit(documentOf(parts), {
    SelectionSet: {
      enter: (node, _key, parent) => {
        const isRoot = parent !== undefined && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION;
        const isFilled = node.selections.some(
          (selection) => selection.kind === Kind.FIELD && selection.name.value.startsWith('__'),
        );
        return isRoot || isFilled ? undefined : { ...node, selections: [...node.selections, typename] };
      },
    },
  });
  return print(added);
}

function documentOf({ operation, fragments }: OperationParts): DocumentNode {
  return { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
}

function withoutTypename(selections: readonly SelectionNode[]): readonly SelectionNode[] {
  const others = selections.filter((selection) => !isPlainTypename(selection));
  // A selection of nothing else stays as it is: otherwise it would be empty.
  return others.length === 0 ? selections.slice(0, 1) : others;
}

function isPlainTypename(selection: SelectionNode): boolean {
  return (
    selection.kind === Kind.FIELD &&
    selection.name.value === '__typename' &&
    selection.alias === undefined &&
    (selection.directives ?? []).length === 0
  );
}
