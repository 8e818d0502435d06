import type { ReportedFailure } from '../../../contracts/admin/failures';
import type { HookAction, HookOutcome, HookResult, WebhooksView } from '../../../contracts/admin/webhooks';
import type { DatabaseClock } from '../database/database-clock';
import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import type { StoreFactsReader } from '../catalog/shop';
import { CommerceBridgeError, describeError, plainData } from '../lib/errors';
import type { LeaseStore } from '../lib/lease';
import type { KnownSecrets } from '../lib/known-secrets';
import type { Logger } from '../lib/logger';
import { withTimeLimit } from '../lib/time-limit';
import type { FurtherMarket, SiteMarkets } from '../markets/site-markets';
import { connectionOf, type Settings, type SettingsService } from '../settings/settings-service';
import type { CatchUp } from '../sync/schedule/catch-up';
import { createUpstreamHooks, type UpstreamHook, type UpstreamHooks } from '../upstream/hooks-client';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { applyVerdicts } from './apply-verdict';
import { judgeDestination, type DestinationVerdict } from './destination';
import { createHeaderToken } from './header-token';
import type { HeaderTokenStore } from './header-token-store';
import { judgeHooks, tokenInUse, type HookVerdict, type JudgeHooksRequest } from './hook-verdicts';
import { channelScopes, metafieldScopes, neededScopes } from './market-scopes';
import { RegistrationBusyError } from './registration-errors';
import type { RegistrationMemory, RegistrationRecord } from './registration-memory';
import { presentHooks } from './registration-view';

/** Our hooks upstream. Upstream's errors and MissingSettingsError pass through. */
export interface WebhookRegistration {
  /**
   * Brings upstream's hooks to the wanted state; idempotent.
   * @returns one result for each of our hooks; a failed one does not stop the others
   * @throws UnusableDestinationError
   * @throws RegistrationBusyError
   */
  register(request: { takeOver: boolean }): Promise<HookResult[]>;
  /** Our hooks as upstream has them now; what prevents reading or registering them is reported as `problem`. */
  view(): Promise<WebhooksView>;
  /** @throws UnusableDestinationError */
  examine(signal: AbortSignal): Promise<HookVerdict[]>;
  /** Reactivates a hook that upstream deactivated. */
  revive(hook: UpstreamHook, signal: AbortSignal): Promise<void>;
}

export interface WebhookRegistrationOptions {
  settings: SettingsService;
  upstream: UpstreamAccess;
  storeFacts: Pick<StoreFactsReader, 'read'>;
  siteMarkets: Pick<SiteMarkets, 'further'>;
  memory: RegistrationMemory;
  tokens: HeaderTokenStore;
  leases: LeaseStore;
  clock: Clock;
  databaseClock: Pick<DatabaseClock, 'read'>;
  logger: Logger;
  knownSecrets: Pick<KnownSecrets, 'remember'>;
  newId: () => string;
  /** The host's own address, used if the setting is absent; `""` when there is none. */
  siteUrl: string;
  /** `{base_url}` without the site's address. */
  basePath: string;
  /** Fetches what was missed before a hook was repaired. */
  catchUp: Pick<CatchUp, 'expect' | 'request' | 'resume'>;
}

const leaseName = 'webhooks.registration';
const gap = 'webhooks were repaired';
// With dozens of channels there are hundreds of webhooks: after this time, the rest wait for the next registration.
const timeForRequests = seconds(60);
// The lease outlives the limit, so that no other registration starts while one is under way.
const timeLimit = seconds(100);
const leaseDuration = seconds(120);

export function createWebhookRegistration(options: WebhookRegistrationOptions): WebhookRegistration {
  const { memory, tokens, leases, catchUp, clock, databaseClock, logger } = options;

  const placeOf = ({ plain }: Settings) =>
    judgeDestination({ siteUrl: plain.publicUrl ?? options.siteUrl, basePath: options.basePath, apiUrl: plain.apiUrl });

  async function open(signal?: AbortSignal): Promise<Site> {
    const settings = await options.settings.read();
    const connection = connectionOf(settings);
    const hooks = createUpstreamHooks({ http: options.upstream.http(connection), signal });
    const channelId = () => channelOf(settings, connection, signal);
    const { metafieldNamespaces } = settings.plain;
    return { storeHash: connection.storeHash, place: placeOf(settings), hooks, channelId, metafieldNamespaces };
  }

  /** Null if the store cannot be read: that must not prevent registering the four scopes that every site needs. */
  async function channelOf(
    { plain }: Settings,
    connection: ReturnType<typeof connectionOf>,
    signal?: AbortSignal,
  ): Promise<number | null> {
    const known = plain.channelId ?? (await options.storeFacts.read())?.defaultChannelId;
    if (known !== undefined) return known;
    try {
      return (await options.upstream.catalog(connection).readStoreFacts({ signal })).defaultChannelId;
    } catch (error) {
      logger.warn('the default channel is unknown, so optional webhooks are not registered', {
        error: describeError(error),
      });
      return null;
    }
  }

  async function judge({
    site,
    place,
    otherHosts,
    tokenDigest,
  }: {
    site: Site;
    tokenDigest: string | null;
    place: JudgeHooksRequest['place'];
    otherHosts: JudgeHooksRequest['otherHosts'];
  }): Promise<HookVerdict[]> {
    const { hooks: existing, unreadable } = await site.hooks.list();
    if (unreadable > 0) logger.warn('upstream lists hooks in an unknown form', { unreadable });
    return judgeHooks({
      existing,
      ownIds: new Set((await memory.read(site.storeHash)).keys()),
      place,
      tokenDigest,
      optionalScopes: optionalScopes(await site.channelId(), {
        markets: options.siteMarkets.further(),
        storeLocale: (await options.storeFacts.read())?.locale ?? null,
        namespaces: site.metafieldNamespaces,
      }),
      refusedScopes: await memory.refusedScopes(site.storeHash),
      otherHosts,
    });
  }

  /** The token that hooks carry already, or a new one, which is accepted before it is sent to upstream. */
  async function tokenFor(verdicts: readonly HookVerdict[], current: string | null): Promise<string> {
    const used = tokenInUse(verdicts, current);
    const { token, digest } = used === null ? createHeaderToken() : { token: used, digest: null };
    // The stored digest would not be enough to recognize, and redact, the token's base64 form.
    options.knownSecrets.remember(token);
    if (digest !== null) await tokens.replace(digest, current);
    return token;
  }

  async function registerNow(
    site: Site,
    { takeOver, onGap }: { takeOver: boolean; onGap: () => Promise<void> },
  ): Promise<HookResult[]> {
    const startedAt = clock.monotonic();
    const place = usable(site.place);
    const otherHosts = takeOver ? 'take-over' : 'leave';
    const current = await tokens.current();
    const verdicts = await judge({ site, place, otherHosts, tokenDigest: current });
    const token = await tokenFor(verdicts, current);
    if (verdicts.some(({ kind }) => kind === 'wrong')) await onGap();
    const apply = {
      hooks: site.hooks,
      destination: place.destination,
      token,
      judgeAgain: async () => judge({ site, place, otherHosts, tokenDigest: await tokens.current() }),
      hasTime: () => clock.monotonic() < startedAt + timeForRequests,
    };

    const results = await applyVerdicts(verdicts, apply);
    const at = await databaseClock.read();
    await memory.change(
      site.storeHash,
      (before) => remember(results, { before, at }),
      results.filter(({ outcome }) => outcome === 'refused').map(({ scope }) => scope),
    );
    return results;
  }

  async function revive(hook: UpstreamHook, signal: AbortSignal): Promise<void> {
    const site = await open(signal);
    const revived = await site.hooks.update(hook.id, { isActive: true });
    if (!revived.isActive) throw new Error(`upstream left the webhook ${hook.scope} inactive`);
    const at = await databaseClock.read();
    // Another instance may be registering webhooks.
    await memory.change(site.storeHash, (record) => new Map(record).set(hook.id, { action: 'revived', at }));
    logger.info('webhook revived', { id: hook.id, scope: hook.scope });
  }

  return {
    revive,

    async register({ takeOver }) {
      const lease = { name: leaseName, holder: options.newId() };
      if (!(await leases.acquire({ ...lease, duration: leaseDuration }))) throw new RegistrationBusyError();
      let hasGap = false;
      const onGap = (): Promise<void> => {
        hasGap = true;
        return catchUp.expect(gap);
      };
      try {
        const results = await withTimeLimit({ clock, limit: timeLimit }, async (signal) =>
          registerNow(await open(signal), { takeOver, onGap }),
        );
        const count = (outcome: HookOutcome) => results.filter((result) => result.outcome === outcome).length;
        logger.info('webhooks registered', {
          created: count('created'),
          repaired: count('repaired'),
          removed: count('removed'),
          refused: count('refused'),
          postponed: count('postponed'),
          failed: count('failed'),
        });
        return results;
      } finally {
        // Also when it failed: it may have repaired some, and will find nothing to repair next time. Requested again,
        // since what was expected may have been fetched before the repair.
        if (hasGap) await catchUp.request(gap).catch(catchUp.resume);
        await leases.release(lease);
      }
    },

    async examine(signal) {
      const site = await open(signal);
      const tokenDigest = await tokens.current();
      return judge({ site, place: usable(site.place), otherHosts: 'leave', tokenDigest });
    },

    async view() {
      const verdict = placeOf(await options.settings.read());
      const place = verdict.kind === 'usable' ? verdict : null;
      const destination = place?.destination ?? null;
      try {
        const site = await open();
        const verdicts = await judge({ site, place, otherHosts: 'leave', tokenDigest: await tokens.current() });
        const hooks = presentHooks(verdicts, {
          record: await memory.read(site.storeHash),
          destination: destination ?? '',
        });
        return { destination, problem: verdict.kind === 'usable' ? null : reportedFailureOf(verdict.error), hooks };
      } catch (error) {
        if (!(error instanceof CommerceBridgeError)) throw error;
        return { destination, problem: reportedFailureOf(error), hooks: [] };
      }
    },
  };
}

function optionalScopes(
  channelId: number | null,
  given: { markets: readonly FurtherMarket[]; storeLocale: string | null; namespaces: readonly string[] },
): string[] | null {
  if (channelId === null) return null;
  const { markets, storeLocale, namespaces } = given;
  const ofSite = [...channelScopes(channelId), ...metafieldScopes(namespaces)];
  return [...new Set([...ofSite, ...neededScopes(markets, storeLocale)])];
}

interface Site {
  storeHash: string;
  place: DestinationVerdict;
  hooks: UpstreamHooks;
  /** The channel that the site publishes; null when it cannot be determined. */
  channelId: () => Promise<number | null>;
  metafieldNamespaces: readonly string[];
}

function reportedFailureOf(error: CommerceBridgeError): ReportedFailure {
  return { message: error.message, code: error.code, values: plainData(error) };
}

function usable(place: DestinationVerdict): { destination: string; alias: string } {
  if (place.kind === 'usable') return place;
  throw place.error;
}

/** Forgets hooks that are no longer ours; hooks that were not changed keep their last action. */
function remember(
  results: readonly HookResult[],
  { before, at }: { before: RegistrationRecord; at: Date },
): RegistrationRecord {
  const actions: Partial<Record<HookOutcome, HookAction>> = {
    created: 'created',
    repaired: 'repaired',
    left_alone: 'left_alone',
  };
  const record = new Map<number, { action: HookAction; at: Date }>();
  for (const { id, outcome } of results) {
    if (id === null || outcome === 'removed') continue;
    const action = actions[outcome];
    const known = before.get(id);
    if (action !== undefined) record.set(id, { action, at });
    else record.set(id, known ?? { action: 'found', at });
  }
  return record;
}
