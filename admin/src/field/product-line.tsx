import type { ReactNode } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import { Image } from '@strapi/icons';
import { useIntl } from 'react-intl';
import type { ListedProduct, NamedMarket } from '../../../contracts/admin/products';
import { SoldIn } from '../components/sold-in';
import { StatusBadge } from '../components/status-badge';
import { useTranslate } from '../hooks/use-translate';
import { stockText } from '../lib/stock-text';

export interface ProductLineProps {
  product: ListedProduct;
  /** ISO 4217; null while unknown. */
  currency: string | null;
  /** The site's further markets. */
  markets: readonly NamedMarket[];
}

/** A product on one line: picture, title, SKU, price, stock, and whether the store hides it. */
export function ProductLine({ product, currency, markets }: ProductLineProps) {
  const t = useTranslate();
  const price = usePrice(currency);
  const { title, sku, thumbnail, calculatedPrice, status, inStock, inventoryLevel } = product;
  const stock =
    inventoryLevel === null
      ? t('commerce-bridge.field.inStock')
      : t('commerce-bridge.field.inStockCount', { count: inventoryLevel });
  return (
    <Line picture={thumbnail === null ? null : thumbnail.url}>
      <Typography tag="span" fontWeight="semiBold" ellipsis textColor="neutral800">
        {title}
      </Typography>
      <Flex tag="span" gap={2} wrap="wrap">
        <Detail>
          {[
            ...(calculatedPrice === null ? [] : [price(calculatedPrice)]),
            inStock ? stock : t(stockText(product)),
            ...(sku === '' ? [] : [sku]),
          ].join(' · ')}
        </Detail>
        {status === 'withdrawn' ? (
          <StatusBadge variant="danger">{t('commerce-bridge.field.withdrawn')}</StatusBadge>
        ) : null}
        {status === 'draft' ? <StatusBadge variant="warning">{t('commerce-bridge.field.hidden')}</StatusBadge> : null}
      </Flex>
      <SoldIn product={product} markets={markets} tag="span" />
    </Line>
  );
}

/** A product of which only the id is known: it is not cached, or this administrator may not see it. */
export function UnknownProductLine({ id, isMissing }: { id: number; isMissing: boolean }) {
  const t = useTranslate();
  return (
    <Line picture={null}>
      <Typography tag="span" fontWeight="semiBold" textColor="neutral800">
        {t('commerce-bridge.field.number', { id: String(id) })}
      </Typography>
      {isMissing ? (
        <Box tag="span" paddingTop={1}>
          <StatusBadge variant="danger">{t('commerce-bridge.field.missing')}</StatusBadge>
        </Box>
      ) : null}
    </Line>
  );
}

function Line({ picture, children }: { picture: string | null; children: ReactNode }) {
  return (
    <Flex tag="span" gap={3} minWidth={0}>
      <Picture address={picture} />
      <Flex tag="span" direction="column" alignItems="flex-start" minWidth={0}>
        {children}
      </Flex>
    </Flex>
  );
}

function Picture({ address }: { address: string | null }) {
  return (
    <Flex
      tag="span"
      shrink={0}
      width="4rem"
      height="4rem"
      hasRadius
      background="neutral150"
      justifyContent="center"
      overflow="hidden"
    >
      {address === null ? (
        <Image fill="neutral500" aria-hidden />
      ) : (
        // No alt text: the title is next to the picture.
        <Box tag="img" src={address} alt="" width="100%" height="100%" style={{ objectFit: 'cover' }} loading="lazy" />
      )}
    </Flex>
  );
}

function Detail({ children }: { children: string }) {
  return (
    <Typography tag="span" variant="pi" textColor="neutral600" fontWeight="regular">
      {children}
    </Typography>
  );
}

/** Formats amounts in the store's currency for the administrator's language. */
function usePrice(currency: string | null): (amount: number) => string {
  const { formatNumber } = useIntl();
  return (amount) =>
    formatNumber(amount, currency === null ? { minimumFractionDigits: 2 } : { style: 'currency', currency });
}
