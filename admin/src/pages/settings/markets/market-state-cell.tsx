import { Flex, Typography } from '@strapi/design-system';
import type { MarketRow } from '../../../../../contracts/admin/market-desk';
import { RelativeTime } from '../../../components/relative-time';
import { StatusBadge, type StatusVariant } from '../../../components/status-badge';
import { useTranslate, type Translate, type TranslationKey } from '../../../hooks/use-translate';
import { failureWords } from '../../../lib/failure-words';

const wrapped = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

/** Whether a market can be read; if not, why, and what to do about it. */
export function MarketStateCell({ market }: { market: MarketRow }) {
  const t = useTranslate();
  const { failure, lastCompleteAt, locale, servedLocale } = market;
  const { variant, text, hint } = stateOf(market);
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      <StatusBadge variant={variant}>{t(text)}</StatusBadge>
      {failure === null ? null : (
        <Typography variant="pi" textColor="danger600" maxWidth="28rem" style={wrapped}>
          {reasonOf(failure, t)}
        </Typography>
      )}
      {hint === null ? null : (
        <Typography variant="pi" textColor="neutral800" maxWidth="28rem" style={wrapped}>
          {t(hint)}
        </Typography>
      )}
      {locale === null || servedLocale === null ? null : (
        <Typography variant="pi" textColor="neutral800" maxWidth="28rem" style={wrapped}>
          {t('commerce-bridge.markets.unserved.hint', { locale, served: servedLocale })}
        </Typography>
      )}
      {lastCompleteAt === null ? null : (
        <Typography variant="pi" textColor="neutral600">
          <RelativeTime at={lastCompleteAt} within={(ago) => t('commerce-bridge.markets.lastRead', { ago })} />
        </Typography>
      )}
    </Flex>
  );
}

interface StateWords {
  variant: StatusVariant;
  text: TranslationKey;
  hint: TranslationKey | null;
}

function stateOf({ failure, isUnderWay, isCanceled, isReady, isDefault, ...market }: MarketRow): StateWords {
  const { products, servedLocale } = market;
  if (failure?.isHeld === true)
    return { variant: 'danger', text: 'commerce-bridge.markets.state.held', hint: 'commerce-bridge.markets.held.hint' };
  if (isUnderWay) return { variant: 'secondary', text: 'commerce-bridge.markets.state.reading', hint: null };
  if (failure !== null)
    return {
      variant: 'danger',
      text: 'commerce-bridge.markets.state.failing',
      hint: 'commerce-bridge.markets.failing.hint',
    };
  if (isCanceled)
    return {
      variant: 'warning',
      text: 'commerce-bridge.markets.state.canceled',
      hint: 'commerce-bridge.markets.canceled.hint',
    };
  if (isReady && products === 0 && !isDefault)
    return {
      variant: 'warning',
      text: 'commerce-bridge.markets.state.ready',
      hint: 'commerce-bridge.markets.empty.hint',
    };
  if (isReady && servedLocale !== null)
    return { variant: 'warning', text: 'commerce-bridge.markets.state.ready', hint: null };
  if (isReady) return { variant: 'success', text: 'commerce-bridge.markets.state.ready', hint: null };
  return {
    variant: 'neutral',
    text: 'commerce-bridge.markets.state.waiting',
    hint: isDefault ? 'commerce-bridge.markets.waiting.first' : 'commerce-bridge.markets.waiting.hint',
  };
}

function reasonOf({ code, message, isHeld }: NonNullable<MarketRow['failure']>, t: Translate): string {
  if (isHeld)
    return `${t('commerce-bridge.markets.held.reason')} ${t('commerce-bridge.test.upstreamSaid', { message })}`;
  return failureWords({ code, values: {}, message }, t) ?? message;
}
