import { Page } from '@strapi/strapi/admin';
import { useGetProductsQuery } from '../../../api/products-api';
import { Card } from '../../../components/card';
import { LoadFailure } from '../../../components/load-failure';
import { PageFrame } from '../../../components/page-frame';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
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
  const { count } = useFormats();
  const { request, openProduct, narrow, clear, open, close } = useProductsQuery();
  const { data, error, isFetching, refetch } = useGetProductsQuery(request, { refetchOnMountOrArgChange: true });
  if (data === undefined && error === undefined) return <Page.Loading />;
  // The result of an earlier request must not be mistaken for the response to this one.
  if (data === undefined || (error !== undefined && !isFetching))
    return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Page.Main aria-busy={isFetching}>
      <PageFrame title={t('commerce-bridge.products.title')} subtitle={t('commerce-bridge.products.subtitle')}>
        <Card
          title={t('commerce-bridge.products.found', { count: data.total, total: count(data.total) })}
          aside={<ProductFilters request={request} onChange={narrow} />}
        >
          {data.products.length === 0 ? (
            <NoProducts request={request} onFetched={open} onClear={clear} />
          ) : (
            <ProductsTable list={data} request={request} onOpen={open} onSort={(sort) => narrow({ sort })} />
          )}
        </Card>
      </PageFrame>
      {openProduct === null ? null : <ProductDrawer key={openProduct} id={openProduct} onClose={close} />}
    </Page.Main>
  );
}
