import type { MarketSetting, MarketSettingUpdate } from '../../../../../contracts/admin/markets';
import { useGetMarketsQuery } from '../../../api/markets-api';
import { useChangeSettings } from '../../../hooks/use-change-settings';
import { type ListChange, withChange } from '../../../lib/list-change';

/**
 * Saves a change to one market. All markets are one setting, and what somebody else has saved since this page was opened
 * is kept.
 */
export function useSaveMarket() {
  const { changeSettings, isSaving } = useChangeSettings();
  const { refetch } = useGetMarketsQuery(undefined);

  /** `overtaken`: somebody else has changed the same market, so nothing was saved. Rejects with the server's error. */
  const save = async (change: ListChange<MarketSetting, MarketSettingUpdate>): Promise<'saved' | 'overtaken'> => {
    const outcome = await changeSettings(({ markets }) => {
      const next = withChange(markets, change);
      return next && { markets: next };
    });
    if (outcome === 'saved') return 'saved';
    void refetch();
    return 'overtaken';
  };
  return { save, isSaving };
}
