import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Upstream's limits (upstream 5.3). */
export const MOST_COMPLEXITY = 10_000;
export const MOST_DEPTH = 16;
const CONNECTION_DEFAULT = 10;

/** The cost of a document. */
export interface Cost {
  readonly complexity: number;
  readonly depth: number;
  /** The number of its mutations; upstream allows one. */
  readonly mutations: number;
}

interface Walk {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The fields of a connection apart from its items. */
const WRAPPING = new Set(['edges', 'pageInfo', 'collectionInfo']);
const NAMESPACES = new Set([
  'cart',
  'checkout',
  'customer',
  'wishlist',
  'analytics',
  'company',
  'catalog',
  'payment',
  'newsletter',
]);

/**
 * An object costs one, times the size of the connections around it; scalars and the wrapper of a connection cost
 * nothing. Upstream's own formula is not published; this one accepts every recorded exchange.
 */
export function costOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Cost {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  const walk = { fragments, variables };
  const { complexity, depth } = selectionCost(operation.selectionSet, walk);
  return {
    complexity,
    depth,
    mutations: operation.operation === 'mutation' ? countMutations(operation.selectionSet, walk) : 0,
  };
}

function selectionCost(selection: SelectionSetNode, walk: Walk): { complexity: number; depth: number } {
  let complexity = 0;
  let depth = 0;
  for (const field of fieldsOf(selection, walk)) {
    const inner = field.selectionSet ? selectionCost(field.selectionSet, walk) : { complexity: 0, depth: 0 };
    complexity +=
      (field.selectionSet && !WRAPPING.has(field.name.value) ? 1 : 0) + inner.complexity * sizeOf(field, walk);
    depth = Math.max(depth, 1 + inner.depth);
  }
  return { complexity, depth };
}

/** The fields of a selection, including those of its fragments. */
function fieldsOf(selection: SelectionSetNode, walk: Walk): FieldNode[] {
  return selection.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    if (node.kind === Kind.INLINE_FRAGMENT) return fieldsOf(node.selectionSet, walk);
    const fragment = walk.fragments.get(node.name.value);
    return fragment ? fieldsOf(fragment.selectionSet, walk) : [];
  });
}

/** How many items a connection can return; 1 for every other field. */
function sizeOf(field: FieldNode, walk: Walk): number {
  const isConnection = field.selectionSet
    ? fieldsOf(field.selectionSet, walk).some((each) => each.name.value === 'edges')
    : false;
  if (!isConnection) return 1;
  const argument = field.arguments?.find((each) => each.name.value === 'first' || each.name.value === 'last');
  if (argument?.value.kind === Kind.INT) return Number(argument.value.value);
  const given = argument?.value.kind === Kind.VARIABLE ? walk.variables[argument.value.name.value] : undefined;
  return typeof given === 'number' ? given : CONNECTION_DEFAULT;
}

function countMutations(selection: SelectionSetNode, walk: Walk): number {
  return fieldsOf(selection, walk).reduce((count, field) => {
    if (field.name.value === '__typename') return count;
    const isNamespace = NAMESPACES.has(field.name.value) && field.selectionSet !== undefined;
    return (
      count +
      (isNamespace && field.selectionSet
        ? fieldsOf(field.selectionSet, walk).filter((each) => each.name.value !== '__typename').length
        : 1)
    );
  }, 0);
}
