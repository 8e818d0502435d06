import { useState } from 'react';
import { Field, Flex } from '@strapi/design-system';
import type { ListedProduct } from '../../../../../contracts/admin/products';
import { useGetMarketPreviewQuery } from '../../../api/markets-api';
import { Card } from '../../../components/card';
import { PartFailure } from '../../../components/load-failure';
import { ProductSearch } from '../../../field/product-search';
import { useTranslate } from '../../../hooks/use-translate';
import { PreviewTable } from './preview-table';

/** One product in all markets, side by side. */
export function PreviewCard() {
  const t = useTranslate();
  const [product, setProduct] = useState<ListedProduct | null>(null);
  return (
    <Card title={t('commerce-bridge.markets.preview.title')} description={t('commerce-bridge.markets.preview.text')}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        <Field.Root>
          <Field.Label>{t('commerce-bridge.markets.preview.product')}</Field.Label>
          <ProductSearch chosen={[]} disabled={false} onChoose={setProduct} />
        </Field.Root>
        {product === null ? null : <Preview product={product} />}
      </Flex>
    </Card>
  );
}

function Preview({ product: { id, title } }: { product: ListedProduct }) {
  const { currentData, error, refetch } = useGetMarketPreviewQuery(id);
  if (error !== undefined) return <PartFailure error={error} onRetry={() => void refetch()} />;
  return currentData === undefined ? null : <PreviewTable title={title} rows={currentData.markets} />;
}
