interface View {
  /** Columns of the list, in order. */
  list: readonly string[];
  /** Rows of the edit view; each row's sizes add up to at most twelve. */
  edit: readonly (readonly { name: string; size: number }[])[];
  defaultSortBy: string;
}

/**
 * How the Content Manager shows a cached content type until an administrator rearranges it: synced fields are shown but
 * not editable (behavior 9.3). The server rejects changes to them in any case.
 */
export function managerConfig(attributes: Readonly<Record<string, object>>, { list, edit, defaultSortBy }: View) {
  const metadatas = Object.fromEntries(
    Object.keys(attributes).map((name) => [
      name,
      {
        edit: { label: labelOf(name), description: '', placeholder: '', visible: true, editable: false },
        list: { label: labelOf(name), searchable: true, sortable: true },
      },
    ]),
  );
  return {
    settings: {
      bulkable: false,
      filterable: true,
      searchable: true,
      pageSize: 20,
      mainField: 'title',
      defaultSortBy,
      defaultSortOrder: 'ASC',
      relationOpenMode: 'modal',
    },
    metadatas,
    layouts: { list: [...list], edit: edit.map((row) => row.map((field) => ({ ...field }))) },
  };
}

const ownLabels: Record<string, string> = {
  title: 'Name',
  sku: 'SKU',
  seo: 'SEO',
  price: 'Regular price',
  calculatedPrice: 'Current price',
  publicationStatus: 'Status',
  inventoryLevel: 'Stock level',
  isVisible: 'Visible on storefront',
  isVisibleElsewhere: 'Visible on other storefronts',
  content: 'Description',
  imageUrl: 'Image',
  upstreamId: 'BigCommerce ID',
  upstreamCreatedAt: 'Created in BigCommerce',
  upstreamModifiedAt: 'Modified in BigCommerce',
  syncedAt: 'Last synced',
  withdrawnAt: 'Withdrawn',
};

/** `salePrice` as `Sale price`. */
function labelOf(name: string): string {
  const own = ownLabels[name];
  if (own !== undefined) return own;
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const half = (name: string) => ({ name, size: 6 });
const full = (name: string) => ({ name, size: 12 });
const third = (name: string) => ({ name, size: 4 });

export const productManagerView: View = {
  list: ['title', 'sku', 'calculatedPrice', 'inStock', 'publicationStatus'],
  edit: [
    [half('title'), half('slug')],
    [third('publicationStatus'), third('availability'), third('sku')],
    [third('price'), third('salePrice'), third('calculatedPrice')],
    [third('inStock'), third('inventoryLevel'), third('weight')],
    [half('categories'), half('brand')],
    [full('content')],
    [full('images')],
    [full('variants')],
    [full('customFields')],
    [third('upstreamId'), third('syncedAt'), third('withdrawnAt')],
  ],
  defaultSortBy: 'title',
};

export const categoryManagerView: View = {
  list: ['imageUrl', 'title', 'path', 'isVisible', 'upstreamId', 'withdrawnAt'],
  edit: [
    [half('title'), half('slug')],
    [half('path'), half('isVisible')],
    [full('imageUrl')],
    [full('content')],
    [full('products')],
    [third('upstreamId'), third('syncedAt'), third('withdrawnAt')],
  ],
  defaultSortBy: 'title',
};

export const brandManagerView: View = {
  list: ['imageUrl', 'title', 'slug', 'upstreamId', 'withdrawnAt'],
  edit: [
    [half('title'), half('slug')],
    [full('imageUrl')],
    [full('content')],
    [full('products')],
    [third('upstreamId'), third('syncedAt'), third('withdrawnAt')],
  ],
  defaultSortBy: 'title',
};
