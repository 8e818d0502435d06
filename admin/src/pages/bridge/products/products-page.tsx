import { Page } from '@strapi/strapi/admin';
import type { ProductList } from '../../../../../contracts/admin/products';
import { useGetNamedMarketsQuery, useGetProductsQuery } from '../../../api/products-api';
import { Card } from '../../../components/card';
import { LoadFailure, PartFailure } from '../../../components/load-failure';
import { PageFrame } from '../../../components/page-frame';
import { useExistingPage } from '../../../hooks/use-existing-page';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { MarketSwitch } from './market-switch';
import { NoProducts } from './no-products';
import { ProductDrawer } from './product-drawer';
import { ProductFilters } from './product-filters';
import { ProductsTable } from './products-table';
import { useProductsQuery } from './use-products-query';

/** Commerce Bridge → Products. */
export function ProductsPage() {
  return (
    <Page.Protect permissions={[permissions.readCatalog]}>
      <LoadedProducts />
    </Page.Protect>
  );
}

function LoadedProducts() {
  const t = useTranslate();
  const { request, openProduct, narrow, close } = useProductsQuery();
  const products = useGetProductsQuery(request, { refetchOnMountOrArgChange: true });
  const { error, isFetching, refetch } = products;
  const list = useExistingPage(products);
  // While fetching, `error` still belongs to the previous request.
  const failure = error !== undefined && !isFetching ? error : undefined;
  const isInMarket = request.market !== undefined;
  // The market names come with the list; if it failed, they are requested separately.
  const { data: named } = useGetNamedMarketsQuery(undefined, { skip: !isInMarket || failure === undefined });
  if (list === undefined && error === undefined) return <Page.Loading />;
  const isThere = list !== undefined && failure === undefined;
  if (!isThere && !isInMarket) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Page.Main aria-busy={isFetching}>
      <PageFrame
        title={t('commerce-bridge.products.title')}
        subtitle={t(isInMarket ? 'commerce-bridge.products.subtitle.market' : 'commerce-bridge.products.subtitle')}
        primaryAction={
          <MarketSwitch
            markets={list?.markets ?? named ?? []}
            chosen={request.market}
            onChange={(market) => narrow({ market, status: '' })}
          />
        }
      >
        {isThere ? <FoundProducts list={list} /> : <PartFailure error={failure} onRetry={() => void refetch()} />}
      </PageFrame>
      {openProduct === null ? null : (
        <ProductDrawer key={openProduct} id={openProduct} market={request.market} onClose={close} />
      )}
    </Page.Main>
  );
}

function FoundProducts({ list }: { list: ProductList }) {
  const t = useTranslate();
  const { count } = useFormats();
  const { request, narrow, clear, open } = useProductsQuery();
  return (
    <Card
      title={t('commerce-bridge.products.found', { count: list.total, total: count(list.total) })}
      aside={<ProductFilters request={request} onChange={narrow} />}
    >
      {list.total === 0 ? (
        <NoProducts request={request} onFetched={open} onClear={clear} />
      ) : (
        <ProductsTable list={list} request={request} onOpen={open} onSort={(sort) => narrow({ sort })} />
      )}
    </Card>
  );
}
