import { Box, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { PriceSourceView } from '../../../../../contracts/admin/product-in-market';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';

const unknownTexts: Record<Extract<PriceSourceView, { kind: 'unknown' }>['cause'], TranslationKey> = {
  price_lists: 'commerce-bridge.market.source.noPriceLists',
  customer_groups: 'commerce-bridge.market.source.noGroups',
  failed: 'commerce-bridge.market.source.failed',
};

/** Where the store's price comes from, or why that is unknown. */
export function PriceSource({ source }: { source: PriceSourceView }) {
  const t = useTranslate();
  const { formatNumber } = useIntl();
  const conversion = source.kind === 'catalog' || source.kind === 'group_discount' ? source.conversion : null;
  const sentences = [
    sentenceOf(),
    ...(conversion === null
      ? []
      : [
          conversion.rate === null
            ? t('commerce-bridge.market.source.converted', { from: conversion.from, to: conversion.to })
            : t('commerce-bridge.market.source.convertedAt', {
                from: conversion.from,
                to: conversion.to,
                rate: formatNumber(conversion.rate, { maximumFractionDigits: 6 }),
              }),
        ]),
  ];
  return (
    <Box tag="section" aria-label={t('commerce-bridge.market.source')}>
      <Typography variant="delta" tag="h3" paddingBottom={1}>
        {t('commerce-bridge.market.source')}
      </Typography>
      <Typography textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
        {sentences.join(' ')}
      </Typography>
    </Box>
  );

  function sentenceOf(): string {
    switch (source.kind) {
      case 'price_list':
        return t('commerce-bridge.market.source.priceList', { name: source.name });
      case 'group_discount':
        return t('commerce-bridge.market.source.discount', { name: source.name });
      case 'catalog':
        return source.listWithout === null
          ? t('commerce-bridge.market.source.catalog')
          : t('commerce-bridge.market.source.listWithout', { name: source.listWithout });
      case 'unknown':
        return t(unknownTexts[source.cause], { message: source.message });
    }
  }
}
