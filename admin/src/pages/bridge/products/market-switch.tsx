import { Flex, Typography } from '@strapi/design-system';
import type { NamedMarket } from '../../../../../contracts/admin/products';
import { useTranslate } from '../../../hooks/use-translate';
import { Choice } from './choice';

interface MarketSwitchProps {
  /** The site's further markets. */
  markets: readonly NamedMarket[];
  /** Undefined: the default market. */
  chosen: string | undefined;
  onChange: (key: string) => void;
}

/** Chooses the market whose products and prices are listed; renders nothing if the site has only the default one. */
export function MarketSwitch({ markets, chosen, onChange }: MarketSwitchProps) {
  const t = useTranslate();
  if (markets.length === 0 && chosen === undefined) return null;
  const names = markets.map(({ key, name }) => [key, name] as const);
  // The URL may still name a market that was removed from the settings.
  const known =
    chosen === undefined || markets.some(({ key }) => key === chosen) ? names : [...names, [chosen, chosen]];
  return (
    <Flex gap={2} alignItems="center" wrap="wrap">
      <Typography variant="pi" fontWeight="bold" textColor="neutral800" aria-hidden>
        {t('commerce-bridge.products.market')}
      </Typography>
      <Choice
        label={t('commerce-bridge.products.market')}
        any={t('commerce-bridge.products.defaultMarket')}
        value={chosen}
        options={Object.fromEntries(known)}
        onChange={onChange}
      />
    </Flex>
  );
}
