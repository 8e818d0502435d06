import { Box, Td, Typography } from '@strapi/design-system';
import { Images } from '@strapi/icons';
import type { KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import type { ListedProduct, NamedMarket } from '../../../../../contracts/admin/products';
import { RelativeTime } from '../../../components/relative-time';
import { RoomyRow } from '../../../components/roomy-row';
import { SoldIn } from '../../../components/sold-in';
import { StatusBadge } from '../../../components/status-badge';
import type { RowPlace } from '../../../components/table-places';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { statusTexts } from '../../../lib/product-words';
import { stockText } from '../../../lib/stock-text';

interface ProductRowProps extends RowPlace {
  product: ListedProduct;
  currency: string | null;
  /** The further market whose list it is; undefined: the default one. */
  market: string | undefined;
  /** The site's further markets. */
  markets: readonly NamedMarket[];
  onOpen: (id: number) => void;
}

/** One product in the list; its title opens it, as does a click, Enter, or Space anywhere on the row. */
export function ProductRow({ product, currency, market, markets, onOpen, ...place }: ProductRowProps) {
  const t = useTranslate();
  const { count, money } = useFormats();
  const { id, title, sku, thumbnail, price, calculatedPrice, inStock, inventoryLevel, syncedAt } = product;
  // A draft may be sold in a further market: only the default storefront does not have it (behavior 14.4).
  const isSoldHere = market !== undefined && product.markets?.includes(market) === true;
  const status = isSoldHere ? 'publish' : product.status;
  const isSold = status === 'publish' && calculatedPrice !== null;
  const open = () => onOpen(id);
  const openFromCell = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLTableCellElement) || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    open();
  };
  return (
    <ClickableRow {...place} onClick={open} onKeyDown={openFromCell}>
      <Td>
        <Thumbnail url={thumbnail?.url ?? null} />
      </Td>
      <Td>
        <Box maxWidth="clamp(14rem, 15vw, 30rem)">
          <TitleButton
            type="button"
            onClick={(event) => {
              event.stopPropagation();
              open();
            }}
          >
            <Title fontWeight="semiBold" textColor="neutral800" title={title}>
              {title}
            </Title>
          </TitleButton>
          <Typography variant="pi" textColor="neutral600" tag="div" ellipsis>
            {[t('commerce-bridge.product.id', { id: String(id) }), ...(sku === '' ? [] : [sku])].join(' · ')}
          </Typography>
        </Box>
      </Td>
      <Td>
        <Typography textColor="neutral800" tag="div">
          {calculatedPrice === null ? t('commerce-bridge.product.noPrice') : money(calculatedPrice, currency)}
        </Typography>
        {price === null || price === calculatedPrice ? null : (
          <Typography variant="pi" textColor="neutral600" tag="div">
            {t('commerce-bridge.product.insteadOf', { price: money(price, currency) })}
          </Typography>
        )}
      </Td>
      <Td>
        <StatusBadge variant={inStock ? 'success' : 'danger'}>{t(stockText(product))}</StatusBadge>
        {inventoryLevel === null ? null : (
          <Typography variant="pi" textColor="neutral600" tag="div" paddingTop={1}>
            {t('commerce-bridge.product.pieces', { count: count(inventoryLevel) })}
          </Typography>
        )}
      </Td>
      <Td>
        <StatusBadge variant={isSold ? 'success' : 'secondary'}>
          {calculatedPrice === null ? t('commerce-bridge.product.notSold') : t(statusTexts[status])}
        </StatusBadge>
        <Box paddingTop={1} maxWidth="22rem">
          {market === undefined ? <SoldIn product={product} markets={markets} /> : null}
        </Box>
      </Td>
      <Td>
        <Typography textColor="neutral800" tag="div" minWidth="10.4rem" style={{ whiteSpace: 'normal' }}>
          {syncedAt === null ? '–' : <RelativeTime at={syncedAt} />}
        </Typography>
      </Td>
    </ClickableRow>
  );
}

/** A picture without alt text: the title is next to it. */
export function Thumbnail({ url, size = '4rem' }: { url: string | null; size?: string }) {
  if (url === null) {
    return (
      <Box
        width={size}
        height={size}
        background="neutral150"
        hasRadius
        display="flex"
        style={{ alignItems: 'center', justifyContent: 'center' }}
      >
        <Images fill="neutral500" aria-hidden />
      </Box>
    );
  }
  return <Picture src={url} alt="" loading="lazy" $size={size} />;
}

const Picture = styled.img<{ $size: string }>`
  display: block;
  min-width: ${({ $size }) => $size};
  width: ${({ $size }) => $size};
  height: ${({ $size }) => $size};
  object-fit: contain;
  background: ${({ theme }) => theme.colors.neutral150};
  border-radius: ${({ theme }) => theme.borderRadius};
`;

const ClickableRow = styled(RoomyRow)`
  cursor: pointer;

  &:hover {
    background: ${({ theme }) => theme.colors.neutral100};
  }
`;

const TitleButton = styled.button`
  display: block;
  max-width: 100%;
  padding: 0;
  text-align: start;
  cursor: pointer;
`;

// Names wrap instead of being cut off early: what distinguishes two products is often at the end.
const Title = styled(Typography)`
  display: -webkit-box;
  overflow: hidden;
  overflow-wrap: anywhere;
  white-space: normal;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;
