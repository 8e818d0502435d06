import type { MarketSetting, MarketSettingUpdate } from '../../../../../contracts/admin/markets';
import { useGetMarketsQuery } from '../../../api/markets-api';
import { useLazyGetBridgeSettingsQuery, useUpdateBridgeSettingsMutation } from '../../../api/settings-api';
import { type ListChange, withChange } from '../../../lib/list-change';

/**
 * Saves a change to one market. All markets are one setting, so it is read again right before: otherwise, saving would
 * undo what somebody else has saved since this page was opened.
 */
export function useSaveMarket() {
  const [readSettings, { isFetching }] = useLazyGetBridgeSettingsQuery();
  const [update, { isLoading }] = useUpdateBridgeSettingsMutation();
  const { refetch } = useGetMarketsQuery(undefined);

  /** `overtaken`: somebody else has changed the same market, so nothing was saved. Rejects with the server's error. */
  const save = async (change: ListChange<MarketSetting, MarketSettingUpdate>): Promise<'saved' | 'overtaken'> => {
    const { markets } = await readSettings(undefined).unwrap();
    const next = withChange(markets, change);
    if (next === null) {
      void refetch();
      return 'overtaken';
    }
    await update({ markets: next }).unwrap();
    return 'saved';
  };
  return { save, isSaving: isFetching || isLoading };
}
