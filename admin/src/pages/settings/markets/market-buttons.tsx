import { IconButton } from '@strapi/design-system';
import { ArrowClockwise, Check, Pencil, Trash } from '@strapi/icons';
import type { MarketRow } from '../../../../../contracts/admin/market-desk';
import type { MarketSetting } from '../../../../../contracts/admin/markets';
import { useSyncMarketMutation } from '../../../api/markets-api';
import { AskFirst } from '../../../components/ask-first';
import { type ActionOutcome, useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';
import { useSaveMarket } from './use-save-market';

/** Refreshes a market from the store. */
export function SyncMarketButton({ market: { key, name, isUnderWay } }: { market: MarketRow }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const [sync, { isLoading }] = useSyncMarketMutation();
  const start = async () => {
    await sync({ key, allowMassRemoval: false }).unwrap();
    return t('commerce-bridge.markets.syncing', { name });
  };
  return (
    <IconButton
      variant="tertiary"
      disabled={isUnderWay || isLoading}
      label={t('commerce-bridge.markets.sync', { name })}
      onClick={() => notifyOutcome(start)}
    >
      <ArrowClockwise />
    </IconButton>
  );
}

/** Accepts the store's product list of a market's channel, no matter how much that removes, once confirmed. */
export function ConfirmRemovalButton({ market: { key, name } }: { market: MarketRow }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const [sync, { isLoading }] = useSyncMarketMutation();
  const confirm = async () => {
    await sync({ key, allowMassRemoval: true }).unwrap();
    return t('commerce-bridge.markets.syncing', { name });
  };
  return (
    <AskFirst
      title={t('commerce-bridge.markets.confirm.title', { name })}
      text={t('commerce-bridge.markets.confirm.text')}
      onConfirm={() => notifyOutcome(confirm)}
    >
      <IconButton variant="tertiary" disabled={isLoading} label={t('commerce-bridge.markets.confirm', { name })}>
        <Check />
      </IconButton>
    </AskFirst>
  );
}

export function EditMarketButton({ name, onEdit }: { name: string; onEdit: () => void }) {
  const t = useTranslate();
  return (
    <IconButton variant="tertiary" label={t('commerce-bridge.markets.edit', { name })} onClick={onEdit}>
      <Pencil />
    </IconButton>
  );
}

/** Removes a market, once confirmed. */
export function RemoveMarketButton({ market }: { market: MarketSetting }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const { save, isSaving } = useSaveMarket();
  const { name } = market;
  const remove = async (): Promise<ActionOutcome> => {
    if ((await save({ from: market, to: null })) === 'overtaken')
      return { type: 'warning', message: t('commerce-bridge.markets.overtaken') };
    return t('commerce-bridge.markets.removed', { name });
  };
  return (
    <AskFirst
      title={t('commerce-bridge.markets.remove.title', { name })}
      text={t('commerce-bridge.markets.remove.text', { key: market.key })}
      onConfirm={() => notifyOutcome(remove)}
    >
      <IconButton variant="tertiary" disabled={isSaving} label={t('commerce-bridge.markets.remove', { name })}>
        <Trash />
      </IconButton>
    </AskFirst>
  );
}
