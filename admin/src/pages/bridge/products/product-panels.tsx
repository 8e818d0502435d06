import { Box, Tabs } from '@strapi/design-system';
import type { ReactNode } from 'react';
import type { ProductDetail } from '../../../../../contracts/admin/products';
import { useGetNamedMarketsQuery, useGetProductUpstreamQuery } from '../../../api/products-api';
import { useTranslate } from '../../../hooks/use-translate';
import { ChangeHistory } from './change-history';
import { FieldComparison } from './field-comparison';
import { MarketPanel } from './market-panel';
import { RawJson } from './raw-json';
import { UpstreamState } from './upstream-state';
import { VariantComparison } from './variant-comparison';

/** Tabs with views of a product; they share one request to the store, which is repeated after each sync. */
export function ProductPanels({ detail, market }: { detail: ProductDetail; market: string | undefined }) {
  const t = useTranslate();
  const {
    data: upstream,
    error,
    isFetching,
    refetch,
  } = useGetProductUpstreamQuery(detail.id, { refetchOnMountOrArgChange: true });
  const { data: markets = [] } = useGetNamedMarketsQuery(undefined, { refetchOnMountOrArgChange: true });
  const state = (
    <UpstreamState upstream={upstream} error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  );
  const live = upstream?.kind === 'found' ? upstream : null;
  return (
    <Tabs.Root defaultValue={market === undefined ? 'fields' : 'markets'} variant="simple">
      {/* On a phone, the tabs need two lines. */}
      <Tabs.List aria-label={t('commerce-bridge.product.views')} style={{ flexWrap: 'wrap' }}>
        <Tabs.Trigger value="fields">{t('commerce-bridge.product.fields')}</Tabs.Trigger>
        <Tabs.Trigger value="variants">{t('commerce-bridge.product.variants')}</Tabs.Trigger>
        {markets.length === 0 ? null : (
          <Tabs.Trigger value="markets">{t('commerce-bridge.markets.title')}</Tabs.Trigger>
        )}
        <Tabs.Trigger value="history">{t('commerce-bridge.product.history')}</Tabs.Trigger>
        <Tabs.Trigger value="raw">{t('commerce-bridge.product.raw')}</Tabs.Trigger>
      </Tabs.List>
      <Panel value="fields">
        {state}
        <FieldComparison detail={detail} live={live} />
      </Panel>
      <Panel value="variants">
        {state}
        <VariantComparison detail={detail} live={live} />
      </Panel>
      {markets.length === 0 ? null : (
        <Panel value="markets">
          <MarketPanel id={detail.id} markets={markets} listed={market} />
        </Panel>
      )}
      <Panel value="history">
        <ChangeHistory detail={detail} />
      </Panel>
      <Panel value="raw">
        {state}
        {live === null ? null : <RawJson value={live.raw} />}
      </Panel>
    </Tabs.Root>
  );
}

function Panel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Content value={value}>
      <Box paddingTop={4}>{children}</Box>
    </Tabs.Content>
  );
}
