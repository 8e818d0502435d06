import { useState } from 'react';
import { Box, Button, Flex, Loader, SingleSelect, SingleSelectOption, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import type { ProductInMarket } from '../../../../../contracts/admin/product-in-market';
import type { NamedMarket } from '../../../../../contracts/admin/products';
import { useGetProductInMarketQuery } from '../../../api/products-api';
import { Notice } from '../../../components/notice';
import { useErrorWords } from '../../../hooks/use-error-words';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { MarketComparison } from './market-comparison';
import { problemTexts } from './product-texts';

interface MarketPanelProps {
  id: number;
  /** At least one. */
  markets: readonly NamedMarket[];
  /** The market that the list shows. */
  listed: string | undefined;
}

/** One product in a further market: what the site shows, the store's current data, and where the price comes from. */
export function MarketPanel({ id, markets, listed }: MarketPanelProps) {
  const t = useTranslate();
  const words = useErrorWords();
  const [chosen, setChosen] = useState(listed);
  const key = (markets.find((market) => market.key === chosen) ?? markets[0])?.key ?? '';
  const { currentData, error, isFetching, refetch } = useGetProductInMarketQuery(
    { id, key },
    { refetchOnMountOrArgChange: true },
  );
  const compared = isFetching ? undefined : currentData;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Flex gap={4} alignItems="center" justifyContent="space-between" wrap="wrap">
        <SingleSelect
          size="S"
          aria-label={t('commerce-bridge.products.market')}
          value={key}
          onChange={(value) => setChosen(String(value))}
        >
          {markets.map((market) => (
            <SingleSelectOption key={market.key} value={market.key}>
              {market.name}
            </SingleSelectOption>
          ))}
        </SingleSelect>
        <Button
          size="S"
          variant="tertiary"
          startIcon={<ArrowClockwise />}
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          {t('commerce-bridge.upstream.askAgain')}
        </Button>
      </Flex>
      <Box aria-live="polite">
        {isFetching ? <Loader small>{t('commerce-bridge.upstream.asking')}</Loader> : null}
        {!isFetching && error !== undefined ? (
          <Notice tone="danger" title={t('commerce-bridge.upstream.failed')}>
            {words(error)}
          </Notice>
        ) : null}
        {compared === undefined ? null : <Outcome compared={compared} />}
      </Box>
      {compared === undefined ? null : <MarketComparison compared={compared} />}
    </Flex>
  );
}

function Outcome({ compared: { site, store, name, differences } }: { compared: ProductInMarket }) {
  const t = useTranslate();
  const { moment } = useFormats();
  if (store.kind === 'failed') {
    const details = t('commerce-bridge.test.upstreamSaid', { message: store.message });
    return (
      <Notice tone="danger" title={t(problemTexts[store.problem])}>
        {store.retryAfter === null
          ? details
          : t('commerce-bridge.upstream.retryAfter', { message: details, seconds: store.retryAfter })}
      </Notice>
    );
  }
  if (site.kind === 'not_ready')
    return <Notice tone="information">{t('commerce-bridge.failed.marketNotReady', { key: name })}</Notice>;
  if (differences.length > 0)
    return (
      <Notice tone="warning" title={t('commerce-bridge.upstream.differs', { count: differences.length })}>
        {t('commerce-bridge.market.differs.text')}
      </Notice>
    );
  return (
    <Notice tone="success" title={t('commerce-bridge.upstream.same')}>
      <Typography>{t('commerce-bridge.upstream.asOf', { moment: moment(store.checkedAt) })}</Typography>
    </Notice>
  );
}
