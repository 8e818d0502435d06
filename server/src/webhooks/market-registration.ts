import { z } from 'zod';
import type { StoreFactsReader } from '../catalog/shop';
import type { StateStore } from '../database/knex-state-store';
import type { Clock } from '../lib/clock';
import { hours, minutes, seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import type { SiteMarkets } from '../markets/site-markets';
import { MissingSettingsError } from '../settings/settings-errors';
import type { SettingsService } from '../settings/settings-service';
import { wantedScopes } from './hook-verdicts';
import { channelScopes, metafieldScopes, neededScopes } from './market-scopes';
import type { WebhookRegistration } from './registration';
import { RegistrationBusyError, UnusableDestinationError } from './registration-errors';

export interface MarketRegistrationOptions {
  registration: Pick<WebhookRegistration, 'examine' | 'register'>;
  /** Whether this site ever registered webhooks at its store. */
  isRegistered: () => Promise<boolean>;
  siteMarkets: Pick<SiteMarkets, 'further'>;
  settings: Pick<SettingsService, 'snapshot'>;
  storeFacts: Pick<StoreFactsReader, 'read'>;
  state: StateStore;
  clock: Clock;
  logger: Logger;
}

const stateName = 'webhooks.market-scopes';
const stateSchema = z.object({ scopes: z.array(z.string()) });
const lookEvery = seconds(5);
const afterTrouble = minutes(5);
// The store's default channel may change, and its language, which decides who has texts of their own.
const lookAgain = hours(1);

export interface MarketRegistration {
  /** Keeps the webhooks as needed until aborted; looks once an hour while nothing changes. */
  keep(stopped: AbortSignal): Promise<void>;
  /** Registers webhooks at an administrator's request, and remembers the scopes that were needed. */
  register: WebhookRegistration['register'];
}

/**
 * Registers the webhooks that the published channel, further markets, and metafields need, and removes those that they
 * no longer need (behavior 4.14, 14.16). Does so only if the webhooks that every site needs point to this site: on a
 * copy of the site, or before any are registered, an administrator decides first.
 */
export function createMarketRegistration(options: MarketRegistrationOptions): MarketRegistration {
  const { registration, siteMarkets, state, clock, logger } = options;
  // The markets and metafields that need no action until the given time.
  let settled: { needs: string; until: number } | null = null;
  const settle = (needs: string, until: number) => void (settled = { needs, until });

  const chosen = () => {
    const { metafieldNamespaces: namespaces, channelId } = options.settings.snapshot().plain;
    return { namespaces, channelId };
  };

  async function needed(): Promise<string[]> {
    const facts = await options.storeFacts.read();
    const { namespaces, channelId } = chosen();
    const published = channelId ?? facts?.defaultChannelId;
    return [
      ...(published === undefined ? [] : channelScopes(published)),
      ...neededScopes(siteMarkets.further(), facts?.locale ?? null),
      ...metafieldScopes(namespaces),
    ];
  }

  async function register(request: { takeOver: boolean }) {
    // Read first: settings may change meanwhile, and what they need then is not registered.
    const scopes = await needed();
    const results = await registration.register(request);
    const isComplete = results.every(({ outcome }) => outcome !== 'failed' && outcome !== 'postponed');
    if (isComplete) await state.write(stateName, { scopes });
    settle('', 0);
    return results;
  }

  /** False on a copy, or a site that has moved: it has its own webhooks beside those that point to the other address. */
  async function isRegisteredHere(signal: AbortSignal): Promise<boolean> {
    try {
      const verdicts = await registration.examine(signal);
      const here = new Set(
        verdicts.flatMap((verdict) => (verdict.kind === 'right' || verdict.kind === 'wrong' ? verdict.hook.scope : [])),
      );
      return wantedScopes.every((scope) => here.has(scope));
    } catch (error) {
      // As on a developer's copy, which the store cannot reach, or whose secrets are sealed with another key.
      if (error instanceof UnusableDestinationError || error instanceof MissingSettingsError) return false;
      throw error;
    }
  }

  async function look(signal: AbortSignal): Promise<void> {
    const now = JSON.stringify([siteMarkets.further(), chosen()]);
    // Most looks end here.
    if (settled?.needs === now && clock.monotonic() < settled.until) return;
    settle(now, clock.monotonic() + afterTrouble);
    if (!(await options.isRegistered())) return;
    const registered = (await state.read(stateName, stateSchema))?.scopes ?? [];
    if (JSON.stringify(await needed()) !== JSON.stringify(registered)) {
      if (!(await isRegisteredHere(signal))) {
        settle(now, clock.monotonic() + lookAgain);
        return;
      }
      const results = await register({ takeOver: false });
      // Failed webhooks are retried later, postponed ones at once.
      if (results.some(({ outcome }) => outcome === 'failed')) settle(now, clock.monotonic() + afterTrouble);
      return;
    }
    settle(now, clock.monotonic() + lookAgain);
  }

  return {
    register,
    async keep(stopped) {
      while (!stopped.aborted) {
        try {
          await look(stopped);
        } catch (error) {
          if (error instanceof RegistrationBusyError) settle('', 0);
          else if (!stopped.aborted)
            logger.warn('webhooks of channels, further markets, and metafields could not be registered', {
              error: describeError(error),
            });
        }
        await clock.wait(lookEvery, stopped).catch(() => undefined);
      }
    },
  };
}
