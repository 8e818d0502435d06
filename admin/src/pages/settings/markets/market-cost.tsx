import { useMemo } from 'react';
import type { MarketPlace } from '../../../../../contracts/admin/markets';
import { useGetMarketCostsQuery } from '../../../api/markets-api';
import { Notice } from '../../../components/notice';
import { useErrorWords } from '../../../hooks/use-error-words';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { barePlace } from './market-values';

export interface MarketCostProps {
  place: MarketPlace;
  /** The other markets, whose parts this one may share. */
  others: readonly MarketPlace[];
}

/** Estimates how long a market takes to read, before it is saved. */
export function MarketCost({ place, others }: MarketCostProps) {
  const t = useTranslate();
  const words = useErrorWords();
  const { count, duration } = useFormats();
  const body = useMemo(() => ({ markets: [...others, place].map(barePlace) }), [others, place]);
  const { data, error } = useGetMarketCostsQuery(body);
  if (error !== undefined) return <Notice tone="warning">{words(error)}</Notice>;
  const cost = data?.markets.at(-1);
  if (data === undefined || cost === undefined) return null;
  const { quota, total } = data;
  return (
    <Notice tone="information" title={t('commerce-bridge.markets.cost.title')}>
      {cost.added === 0
        ? t('commerce-bridge.markets.cost.none')
        : t('commerce-bridge.markets.cost.text', { requests: cost.added, duration: duration(cost.seconds) })}{' '}
      {cost.added > 0 && cost.added < cost.requests
        ? t('commerce-bridge.markets.cost.shared', { requests: cost.requests - cost.added })
        : ''}{' '}
      {t('commerce-bridge.markets.cost.total', { requests: total.requests, duration: duration(total.seconds) })}{' '}
      {t(quota.isKnown ? 'commerce-bridge.markets.cost.quota' : 'commerce-bridge.markets.cost.quotaAssumed', {
        requests: count(quota.requests),
        reserve: quota.reserve,
        seconds: quota.seconds,
      })}
    </Notice>
  );
}
