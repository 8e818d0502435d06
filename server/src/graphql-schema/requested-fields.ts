import { type ProductGroup, productGroups } from '../../../contracts/rest/parameters';

interface Selections {
  selections: readonly Selection[];
}
/** A field, or a fragment in place of one. */
export interface Selection {
  kind: string;
  name?: { value: string };
  alias?: { value: string } | undefined;
  /** Of an inline fragment, if it names a type. */
  typeCondition?: TypeCondition | undefined;
  selectionSet?: Selections | undefined;
}
interface TypeCondition {
  name: { value: string };
}

interface ResponsePath {
  key: string | number;
  /** Absent for a root field. */
  prev?: ResponsePath | undefined;
}

/** The part that matters here of what GraphQL passes to a resolver about the operation. */
export interface OperationInfo {
  operation: { selectionSet: Selections };
  /** Where the document selects the resolver's field. */
  fieldNodes: readonly Selection[];
  /** Where the field is in the response. */
  path?: ResponsePath | undefined;
  fragments: Readonly<Record<string, { typeCondition: TypeCondition; selectionSet: Selections }>>;
  /** Apollo Server's, which sets the caching headers from these hints; absent if a site has switched this off. */
  cacheControl?: { setCacheHint(hint: { maxAge: number; scope: 'PRIVATE' }): void };
}

/** What an operation needs of each product. */
export interface ProductNeed {
  /** In the order in which the REST API lists them. */
  include: readonly ProductGroup[];
  /** Whether it needs fields that only a single product has: variants, tags, meta. */
  isDetailed: boolean;
}

/** No type of ours has `related`: a type that refers to itself could be nested to any depth. */
const groups = productGroups.filter((group) => group !== 'related');

/**
 * What an operation needs of products, by the names of all its fields: nothing else is read. A field with such a name
 * elsewhere in the operation only causes more to be read.
 */
export function productNeedOf({ operation, fragments }: Pick<OperationInfo, 'operation' | 'fragments'>): ProductNeed {
  const names = new Set<string>();
  const entered = new Set<string>();
  const visit = ({ selections }: Selections) => {
    for (const { kind, name, selectionSet } of selections) {
      if (kind === 'Field' && name) names.add(name.value);
      if (selectionSet) visit(selectionSet);
      const fragment = kind === 'FragmentSpread' && name ? fragments[name.value] : undefined;
      if (!fragment || !name || entered.has(name.value)) continue;
      entered.add(name.value);
      visit(fragment.selectionSet);
    }
  };
  visit(operation.selectionSet);
  // Fields of variants.
  if (names.has('sku')) names.add('options');
  if (names.has('inventory_level')) names.add('inventory');
  return {
    include: groups.filter((group) => names.has(group)),
    isDetailed: ['variants', 'tags', 'meta'].some((name) => names.has(name)),
  };
}
