import type { CatalogProduct } from './catalog-types';

type Value = string | number | boolean | null;

/** One thing that differs between two states of a product. Lists are given as text; absent values are null. */
export interface FieldChange {
  /** A field of `CatalogProduct`, or `slug`. */
  field: string;
  /** Which element of a list: a variant's or custom field's name, an image's description; null for the field itself. */
  item: string | null;
  /** Which value of that element, or of an object; null for all of it. */
  part: string | null;
  from: Value;
  to: Value;
}

// Long enough to recognize a text, short enough to store twenty of them per product.
const longestText = 300;

const scalars = [
  'title',
  'publicationStatus',
  'sku',
  'price',
  'salePrice',
  'calculatedPrice',
  'inventoryTracking',
  'availability',
  'inventoryLevel',
  'inStock',
  'weight',
  'brandId',
  'createdAt',
] as const;

/**
 * What differs, field by field, in a fixed order; texts are cut to 300 characters. Excluded are the slug, which also
 * depends on other products, and upstream's modification date, which shows that something changed but not what.
 */
export function changesBetween(before: CatalogProduct, after: CatalogProduct): FieldChange[] {
  const changes: FieldChange[] = [];
  const compare = (place: Pick<FieldChange, 'field' | 'item' | 'part'>, from: Value, to: Value) => {
    if (from !== to) changes.push({ ...place, ...shortened({ from, to }) });
  };
  for (const field of scalars) compare({ field, item: null, part: null }, before[field], after[field]);
  for (const field of ['tags', 'categoryIds', 'relatedIds'] as const) {
    compare({ field, item: null, part: null }, before[field].join(', '), after[field].join(', '));
  }
  for (const list of keyedLists) {
    const [old, fresh] = [list.elements(before), list.elements(after)];
    for (const [key, { name, parts }] of fresh) {
      const was = old.get(key);
      if (!was)
        changes.push({ field: list.field, item: name, part: null, from: null, to: shortText(summaryOf(parts)) });
      else
        for (const [part, value] of Object.entries(parts))
          compare({ field: list.field, item: name, part }, was.parts[part] ?? null, value);
    }
    for (const [key, { name, parts }] of old) {
      if (!fresh.has(key))
        changes.push({ field: list.field, item: name, part: null, from: shortText(summaryOf(parts)), to: null });
    }
    const order = (elements: Elements, others: Elements) => [...elements].filter(([key]) => others.has(key));
    const [first, second] = [order(old, fresh), order(fresh, old)];
    // Compared by key, since a changed name does not change the order.
    if (first.some(([key], place) => key !== second[place]?.[0]))
      compare({ field: list.field, item: null, part: 'order' }, namesOf(first), namesOf(second));
  }
  compare({ field: 'seo', item: null, part: 'pageTitle' }, before.seo.pageTitle, after.seo.pageTitle);
  compare({ field: 'seo', item: null, part: 'metaDescription' }, before.seo.metaDescription, after.seo.metaDescription);
  compare(
    { field: 'seo', item: null, part: 'metaKeywords' },
    before.seo.metaKeywords.join(', '),
    after.seo.metaKeywords.join(', '),
  );
  compare({ field: 'content', item: null, part: null }, before.content, after.content);
  return changes;
}

type Elements = ReadonlyMap<string | number, { name: string; parts: Record<string, Value> }>;

const keyedLists: readonly { field: string; elements(product: CatalogProduct): Elements }[] = [
  {
    field: 'variants',
    elements: ({ variants }) =>
      new Map(
        variants.map(({ id, name, options, isPurchaseDisabled = false, ...values }) => [
          id,
          {
            name,
            parts: {
              ...values,
              isPurchaseDisabled,
              name,
              options: options.map((option) => `${option.name}: ${option.label}`).join(', '),
            },
          },
        ]),
      ),
  },
  {
    field: 'images',
    elements: ({ images }) =>
      new Map(images.map(({ id, alt, urls }) => [id, { name: alt, parts: { url: urls.standard, alt } }])),
  },
  {
    field: 'customFields',
    elements: ({ customFields }) => new Map(customFields.map(({ name, value }) => [name, { name, parts: { value } }])),
  },
];

const namesOf = (elements: readonly (readonly [unknown, { name: string }])[]): string =>
  elements.map(([, { name }]) => name).join(', ');

function summaryOf(parts: Record<string, Value>): string {
  return (
    Object.values(parts)
      // A bare yes or no means nothing without its name.
      .filter((value) => typeof value !== 'boolean' && value !== null && value !== '')
      .join(' · ')
  );
}

/** Cuts two long texts to the part where they differ, since their beginnings may be the same. */
function shortened({ from, to }: { from: Value; to: Value }): Pick<FieldChange, 'from' | 'to'> {
  if (typeof from !== 'string' || typeof to !== 'string' || Math.max(from.length, to.length) <= longestText)
    return { from: shortText(from), to: shortText(to) };
  let same = 0;
  while (same < from.length && from[same] === to[same]) same += 1;
  const start = Math.max(0, same - 60);
  const cut = (text: string) => (start === 0 ? shortText(text) : `…${shortText(text.slice(start))}`);
  return { from: cut(from), to: cut(to) };
}

function shortText<Given extends Value>(value: Given): Given | string {
  return typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)}…` : value;
}
