import {
  brandView,
  categoryView,
  childrenOf,
  isListed,
  listedCategories,
  listedProducts,
  productConnection,
} from './taxonomy-views';
import { cartView, checkoutView } from './cart-views';
import { productView } from './catalog-views';
import { connection, noItems, type PageArguments } from './connection';
import { currencyView, enabledCurrencies, localeViews } from './market-views';
import { searchProducts, type SearchFilters } from './search';
import { globalId, type Session, type View } from './session';

interface ProductArguments {
  readonly entityId?: number | null;
  readonly variantEntityId?: number | null;
  readonly sku?: string | null;
}

/** `Query.site`: the catalog of the channel, carts and checkouts by their id (upstream 5.5). */
export function siteView(session: Session): View {
  const { state, information } = session.store;
  const newest = (): number[] => listedProducts(session, () => true).reverse();
  return {
    product: (wanted: ProductArguments) => {
      const product = findProduct(session, wanted);
      return product ? productView(session, product) : null;
    },
    products: (page: PageArguments & { entityIds?: number[] }) => {
      const ids = page.entityIds ?? [];
      return productConnection(
        session,
        ids.length === 0 ? listedProducts(session, () => true) : ids.filter((id) => isListedId(session, id)),
        page,
      );
    },
    newestProducts: (page: PageArguments) => productConnection(session, newest(), page),
    bestSellingProducts: (page: PageArguments) => productConnection(session, newest(), page),
    featuredProducts: (page: PageArguments) =>
      productConnection(
        session,
        listedProducts(session, (fields) => fields.is_featured),
        page,
      ),
    category: ({ entityId }: { entityId: number }) => {
      const [category] = listedCategories(session, [entityId]);
      return category ? categoryView(session, category) : null;
    },
    categoryTree: ({ rootEntityId }: { rootEntityId?: number | null }) =>
      childrenOf(session, rootEntityId ?? 0).map((category) => categoryView(session, category)),
    brand: ({ entityId }: { entityId: number }) => {
      const brand = state.brands.get(entityId);
      return brand ? brandView(session, brand) : null;
    },
    brands: (page: PageArguments & { entityIds?: number[] }) => {
      const ids = page.entityIds ?? [];
      const brands = [...state.brands.values()].filter((brand) => ids.length === 0 || ids.includes(brand.id));
      return connection(brands, page, { present: (brand) => brandView(session, brand) });
    },
    popularBrands: noItems,
    route: ({ path }: { path: string }) => ({ redirect: null, node: nodeAt(session, path) }),
    search: {
      searchProducts: ({ filters, sort }: { filters: SearchFilters; sort?: string | null }) =>
        searchProducts(session, filters, sort ?? null),
    },
    cart: ({ entityId }: { entityId?: string | null }) => {
      const cart = session.carts.find(entityId);
      return cart ? cartView(session, cart) : null;
    },
    checkout: ({ entityId }: { entityId?: string | null }) => {
      const cart = session.carts.find(entityId);
      return cart ? checkoutView(session, cart) : null;
    },
    settings: {
      storeName: information.name,
      storeHash: information.id,
      storeCountryCode: information.country_code,
      status: 'LAUNCHED',
      url: {
        vanityUrl: information.secure_url,
        cdnUrl: session.presentation.baseUrl,
        checkoutUrl: information.secure_url,
      },
      channelId: session.channelId,
      statusMessage: null,
      locales: localeViews(session),
      currency: { defaultCurrency: session.store.markets.channels.currenciesOf(session.channelId).default_currency },
    },
    currencies: (page: PageArguments) => connection(enabledCurrencies(session), page, { present: currencyView }),
    currency: ({ currencyCode }: { currencyCode: string }) => {
      const currency = enabledCurrencies(session).find((each) => each.currency_code === currencyCode);
      return currency ? currencyView(currency) : null;
    },
    id: globalId('Site', session.channelId),
  };
}

function findProduct(session: Session, wanted: ProductArguments): ReturnType<Session['store']['state']['product']> {
  const { state } = session.store;
  const { entityId, variantEntityId, sku } = wanted;
  const product =
    typeof entityId === 'number'
      ? state.product(entityId)
      : typeof variantEntityId === 'number'
        ? state.productOfVariant(variantEntityId)
        : sku
          ? state.productOfSku(sku)
          : undefined;
  return product && isListed(session, product) ? product : undefined;
}

function isListedId(session: Session, id: number): boolean {
  const summary = session.store.state.summary(id);
  return summary !== undefined && isListed(session, summary);
}

/** What a path of the storefront resolves to, if anything. */
function nodeAt(session: Session, path: string): View | null {
  const { state } = session.store;
  const place = { channelId: session.channelId, locale: session.market.locale };
  const translated = session.store.markets.locales.idOfPath('product', path, place);
  const product = translated === undefined ? state.productOfUrl(path) : state.product(translated);
  if (product && isListed(session, product)) return productView(session, product);
  const categoryId = session.store.markets.locales.idOfPath('category', path, place);
  const category = [...state.categories.values()].find((each) =>
    categoryId === undefined ? each.url.path === path : each.id === categoryId,
  );
  const [listed] = category ? listedCategories(session, [category.id]) : [];
  if (listed) return categoryView(session, listed);
  const brand = [...state.brands.values()].find((each) => each.custom_url.url === path);
  return brand ? brandView(session, brand) : null;
}
