import { momentWords } from '../../lib/moment-words';
import type { EmptyMarkets, FailedMarkets, MarketTroubles, UnservedMarkets } from '../../markets/market-troubles';
import { knownCauses } from '../../outbox/known-causes';
import type { HealthCheck, HealthFinding } from '../health-check';

const where = 'Settings → Commerce Bridge → Markets';

/** Checks that the further markets can be read from the store, and that the schedule reads them (behavior 14.15). */
export function createMarketsCheck(options: {
  /** Null on a site without further markets. */
  troubles: () => Promise<MarketTroubles | null>;
  /** Whether there is a schedule, but none of its syncs reads the further markets. */
  isLeftOut: () => Promise<boolean>;
}): HealthCheck {
  return {
    subject: 'markets',
    async run() {
      const troubles = await options.troubles();
      if (!troubles) return [];
      return [
        ...troubles.failed.map(failedFinding),
        ...(troubles.canceled.length > 0 ? [canceledFinding(troubles.canceled)] : []),
        ...troubles.empty.map(emptyFinding),
        ...troubles.unserved.map(unservedFinding),
        ...((await options.isLeftOut()) ? [leftOut] : []),
      ];
    },
  };
}

function failedFinding({ kind, markets, code, values: data, message, since }: FailedMarkets): HealthFinding {
  const [names, many] = [markets.join(', '), markets.length > 1];
  const values = { markets: names, count: markets.length, reason: message, at: since.toISOString() };
  const subject = `The ${many ? 'markets' : 'market'} ${names}`;
  if (kind === 'held')
    return {
      code: 'market_held',
      values,
      text: `${subject} ${many ? 'wait' : 'waits'} for approval of what would be removed, since ${momentWords(since)}: ${message} If this is expected, approve the removal under ${where}; if not, check the storefront in BigCommerce.`,
    };
  const causes = knownCauses({ code, values: data });
  const remedy = `Check under ${where} whether the store still has the storefront, currency, and customer group, and try again there.`;
  if (kind === 'unread')
    return {
      code: 'market_unread',
      values,
      ...causes,
      text: `${subject} could not be read from BigCommerce since ${momentWords(since)}, so ${many ? 'they have' : 'it has'} nothing to show: ${message} ${remedy}`,
    };
  return {
    code: 'market_outdated',
    values,
    ...causes,
    text: `${subject} could not be read again from BigCommerce since ${momentWords(since)}, and may show what is outdated: ${message} ${remedy}`,
  };
}

function canceledFinding(markets: readonly string[]): HealthFinding {
  const [names, many] = [markets.join(', '), markets.length > 1];
  return {
    code: 'market_canceled',
    values: { markets: names, count: markets.length },
    text: `Reading the ${many ? 'markets' : 'market'} ${names} was stopped, so ${many ? 'they are' : 'it is'} incomplete or may be outdated. It continues after the next full sync or full check, or when you sync ${many ? 'them' : 'it'} under ${where}.`,
  };
}

function emptyFinding({ channelId: channel, markets }: EmptyMarkets): HealthFinding {
  const [names, many] = [markets.join(', '), markets.length > 1];
  return {
    code: 'market_empty',
    values: { markets: names, count: markets.length, channel },
    text: `The ${many ? 'markets' : 'market'} ${names} ${many ? 'have' : 'has'} no products: BigCommerce doesn't know channel ${channel}, or no product is assigned to it. Assign products to it in BigCommerce, or choose another storefront under ${where}.`,
  };
}

function unservedFinding({ channelId: channel, locale, served, markets }: UnservedMarkets): HealthFinding {
  const [names, many] = [markets.join(', '), markets.length > 1];
  return {
    code: 'market_locale_unserved',
    values: { markets: names, count: markets.length, channel, locale, served },
    text: `The ${many ? 'markets' : 'market'} ${names} ${many ? 'ask' : 'asks'} for texts in ${locale}, but the storefront of channel ${channel} serves them in ${served}. Turn ${locale} on for this storefront in BigCommerce and read the ${many ? 'markets' : 'market'} again, or choose another language under ${where}.`,
  };
}

const leftOut: HealthFinding = {
  code: 'markets_not_scheduled',
  values: {},
  text: `No scheduled sync reads the further markets: checking the whole catalog and full syncs are both turned off, and what webhooks don't report, such as exchange rates, customer groups, and translations, never arrives. Turn one on under Settings → Commerce Bridge → Sync, or read the markets yourself under ${where}.`,
};
