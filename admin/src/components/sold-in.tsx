import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { ListedProduct, NamedMarket } from '../../../contracts/admin/products';
import { useTranslate } from '../hooks/use-translate';

export interface SoldInProps {
  product: Pick<ListedProduct, 'status' | 'markets'>;
  /** The site's further markets. */
  markets: readonly NamedMarket[];
  tag?: 'div' | 'p' | 'span';
}

/** The names of the further markets that sell a product; renders nothing if the site has none that are ready. */
export function SoldIn({ product: { status, markets: keys = [] }, markets, tag = 'div' }: SoldInProps) {
  const t = useTranslate();
  const { formatList } = useIntl();
  const ready = markets.filter(({ isReady }) => isReady);
  // A product that the store hides or no longer has is sold nowhere; its status already shows that.
  if (ready.length === 0 || status !== 'publish') return null;
  const names = ready.filter(({ key }) => keys.includes(key)).map(({ name }) => name);
  return (
    <Typography tag={tag} variant="pi" textColor="neutral600" fontWeight="regular" style={{ whiteSpace: 'normal' }}>
      {names.length === 0
        ? t('commerce-bridge.product.soldNowhereElse')
        : t('commerce-bridge.product.soldIn', { markets: formatList(names, { type: 'unit' }) })}
    </Typography>
  );
}
