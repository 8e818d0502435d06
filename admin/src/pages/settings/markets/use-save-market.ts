import { useGetMarketsQuery } from '../../../api/markets-api';
import { useLazyGetBridgeSettingsQuery, useUpdateBridgeSettingsMutation } from '../../../api/settings-api';
import { type MarketChange, withChange } from './market-values';

/**
 * Saves what an administrator changed of one market. The markets are one setting: without a look at it right before, what
 * somebody else saved since this page was opened would be undone.
 */
export function useSaveMarket() {
  const [readSettings, { isFetching }] = useLazyGetBridgeSettingsQuery();
  const [update, { isLoading }] = useUpdateBridgeSettingsMutation();
  const { refetch } = useGetMarketsQuery(undefined);

  /** `overtaken`: somebody else changed the same market, and nothing was saved. Rejects with what the server refuses. */
  const save = async (change: MarketChange): Promise<'saved' | 'overtaken'> => {
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
