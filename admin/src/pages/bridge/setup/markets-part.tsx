import { Link } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { useGetMarketChoicesQuery } from '../../../api/markets-api';
import { useTranslate } from '../../../hooks/use-translate';
import { pluginId } from '../../../plugin-id';
import { UsePart } from './use-part';

/** Storefronts and currencies for further markets; renders nothing if there is one of each, or they are unknown. */
export function MarketsPart() {
  const t = useTranslate();
  const { data } = useGetMarketChoicesQuery(undefined);
  if (data === undefined) return null;
  const storefronts = data.channels.items.filter(({ isOffered }) => isOffered).length;
  const currencies = data.currencies.items.filter(({ isEnabled }) => isEnabled).length;
  if (storefronts <= 1 && currencies <= 1) return null;
  return (
    <UsePart
      title={t('commerce-bridge.use.markets.title')}
      text={t('commerce-bridge.use.markets.text', { storefronts, currencies })}
    >
      <Link tag={NavLink} to={`/settings/${pluginId}/markets`}>
        {t('commerce-bridge.use.markets.link')}
      </Link>
    </UsePart>
  );
}
