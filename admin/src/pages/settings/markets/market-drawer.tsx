import { useMemo, useState } from 'react';
import { useNotification } from '@strapi/strapi/admin';
import type { MarketChoices } from '../../../../../contracts/admin/market-desk';
import type { MarketSetting } from '../../../../../contracts/admin/markets';
import { FormDrawer } from '../../../components/form-drawer';
import { useErrorWords } from '../../../hooks/use-error-words';
import { useTranslate } from '../../../hooks/use-translate';
import { MarketCost } from './market-cost';
import { MarketFields } from './market-fields';
import { keyProblem, placeOf, toMarketUpdate, toMarketValues } from './market-values';
import { useSaveMarket } from './use-save-market';

export interface MarketDrawerProps {
  /** Null for a new market. */
  market: MarketSetting | null;
  /** All markets in the settings. */
  markets: MarketSetting[];
  choices: MarketChoices;
  onClose: () => void;
}

/** Adds or changes a market, and shows what reading it costs before it is saved. */
export function MarketDrawer({ market, markets, choices, onClose }: MarketDrawerProps) {
  const t = useTranslate();
  const errorWords = useErrorWords();
  const { toggleNotification } = useNotification();
  const { save: saveMarket, isSaving } = useSaveMarket();
  const [values, setValues] = useState(() => toMarketValues(market));
  const [isChecked, setIsChecked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const others = useMemo(() => markets.filter(({ key }) => key !== market?.key), [markets, market]);
  const taken = others.map(({ key }) => key);
  const place = useMemo(() => placeOf(values), [values]);

  const save = async () => {
    setIsChecked(true);
    const saved = toMarketUpdate(values);
    if (saved === null || saved.name === '' || (market === null && keyProblem(values.key, taken) !== null)) {
      setProblem(t('commerce-bridge.markets.incomplete'));
      return;
    }
    try {
      if ((await saveMarket({ from: market, to: saved })) === 'overtaken') {
        setProblem(t('commerce-bridge.markets.overtaken'));
        return;
      }
      toggleNotification({ type: 'success', message: t('commerce-bridge.markets.saved', { name: saved.name }) });
      onClose();
    } catch (error) {
      setProblem(errorWords(error));
    }
  };

  return (
    <FormDrawer
      title={
        market === null ? t('commerce-bridge.markets.add') : t('commerce-bridge.markets.edit', { name: market.name })
      }
      problem={problem}
      isSaving={isSaving}
      onSave={() => void save()}
      onClose={onClose}
    >
      <MarketFields
        values={values}
        choices={choices}
        isNew={market === null}
        taken={taken}
        isChecked={isChecked}
        onChange={(changed) => {
          setValues(changed);
          setProblem(null);
        }}
      />
      {place === null ? null : <MarketCost place={place} others={others} />}
    </FormDrawer>
  );
}
