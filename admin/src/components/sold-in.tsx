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

/** The further markets that sell a product, by name; renders nothing if the site has none that are ready. */
export function SoldIn({ product: { status, markets: keys = [] }, markets, tag = 'div' }: SoldInProps) {
  const t = useTranslate();
  const { formatList } = useIntl();
  const ready = markets.filter(({ isReady }) => isReady);
  const names = ready.filter(({ key }) => keys.includes(key)).map(({ name }) => name);
  // A product that is sold nowhere has a status that already shows that.
  if (ready.length === 0 || status === 'withdrawn' || (status === 'draft' && names.length === 0)) return null;
  // What the default storefront does not have is a draft, also where others sell it (behavior 14.4).
  const soldIn = status === 'publish' ? 'commerce-bridge.product.soldIn' : 'commerce-bridge.product.soldOnlyIn';
  return (
    <Typography tag={tag} variant="pi" textColor="neutral600" fontWeight="regular" style={{ whiteSpace: 'normal' }}>
      {names.length === 0
        ? t('commerce-bridge.product.soldNowhereElse')
        : t(soldIn, { markets: formatList(names, { type: 'unit' }) })}
    </Typography>
  );
}
