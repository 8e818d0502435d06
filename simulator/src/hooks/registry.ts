import { unixSeconds, type Clock } from '../clock';
import { ApiError, plainError } from '../http/errors';

/** `deactivated`: disabled by upstream, not by its owner. */
export type HookStatus = 'active' | 'inactive' | 'deactivated';

/** A registered hook. Times are unix seconds. */
export interface Hook {
  readonly id: number;
  readonly client_id: string;
  readonly store_hash: string;
  scope: string;
  destination: string;
  headers: Record<string, string> | null;
  is_active: boolean;
  readonly created_at: number;
  updated_at: number;
}

export interface HookRequest {
  scope?: string | undefined;
  destination?: string | undefined;
  headers?: Record<string, string> | null | undefined;
  is_active?: boolean | undefined;
}

/** Whether market scopes must be registered without a trailing slash, with one, or either way. */
export const SCOPE_SPELLINGS = ['plain', 'slashed', 'either'] as const;
export type ScopeSpelling = (typeof SCOPE_SPELLINGS)[number];

/** Also matches scopes that continue after `store/channel/*`, where the star is literal. */
const SCOPE = /^store(\/[\w{}]+|\/\*(?=\/))+(\/\*)?\/?$/;
const MARKET_SCOPE = /^store\/(channel|priceLists?|modifier|option|inventory|metafield)\/|\/metafield\//;

/** The maximum number of hooks per scope and client (upstream 4.1). */
const PER_SCOPE = 10;
/** A hook without events for this long is disabled (upstream 4.5). */
const QUIET_SECONDS = 90 * 24 * 3600;

/** The store's hooks with upstream's limits (upstream 4.1). */
export class HookRegistry {
  /** How market scopes have to be spelled; upstream's documents disagree (upstream 20.9). */
  spelling: ScopeSpelling = 'plain';
  private refusedScopes: ReadonlySet<string> = new Set();
  private readonly hooks = new Map<number, Hook>();
  private readonly deactivated = new Set<number>();
  private readonly lastEvent = new Map<number, number>();
  private nextId = 18_048_287;

  constructor(private readonly options: { clock: Clock; storeHash: string; localDestinations: boolean }) {}

  /** From now on, rejects these scopes in either spelling; existing hooks remain. */
  refuse(scopes: readonly string[]): void {
    this.refusedScopes = new Set(scopes.map((scope) => scope.replace(/\/$/, '')));
  }

  /** Hooks created by this client; those of others are invisible to it. */
  of(clientId: string): Hook[] {
    return this.all().filter((hook) => hook.client_id === clientId);
  }

  all(): Hook[] {
    const now = unixSeconds(this.options.clock);
    for (const hook of this.hooks.values()) {
      const last = this.lastEvent.get(hook.id) ?? hook.updated_at;
      if (hook.is_active && now - Math.max(last, hook.updated_at) > QUIET_SECONDS) this.deactivate(hook.id);
    }
    return [...this.hooks.values()];
  }

  get(id: number, clientId: string): Hook {
    const hook = this.of(clientId).find((each) => each.id === id);
    if (!hook) throw new ApiError({ ...plainError(404, `Webhook with id [${id}] not found`).body });
    return hook;
  }

  find(id: number): Hook | undefined {
    return this.hooks.get(id);
  }

  status(hook: Hook): HookStatus {
    if (hook.is_active) return 'active';
    return this.deactivated.has(hook.id) ? 'deactivated' : 'inactive';
  }

  create(request: HookRequest, clientId: string): Hook {
    const { scope, destination } = request;
    if (scope === undefined || destination === undefined)
      throw invalid(scope === undefined ? 'scope' : 'destination', 'error.path.missing.');
    this.check({ scope, destination }, { clientId });
    const now = unixSeconds(this.options.clock);
    const hook: Hook = {
      id: this.nextId++,
      client_id: clientId,
      store_hash: this.options.storeHash,
      scope,
      destination,
      headers: request.headers ?? null,
      is_active: request.is_active ?? true,
      created_at: now,
      updated_at: now,
    };
    this.hooks.set(hook.id, hook);
    return hook;
  }

  /** Requires at least one field; `is_active: true` re-enables a hook. */
  update(id: number, request: HookRequest, clientId: string): Hook {
    const hook = this.get(id, clientId);
    const changes = Object.entries(request).filter(([, value]) => value !== undefined);
    if (changes.length === 0) throw invalid('', 'At least one field is needed.');
    this.check(
      { scope: request.scope ?? hook.scope, destination: request.destination ?? hook.destination },
      { clientId, except: id },
    );
    Object.assign(hook, Object.fromEntries(changes), { updated_at: unixSeconds(this.options.clock) });
    this.deactivated.delete(id);
    return hook;
  }

  delete(id: number, clientId: string): Hook {
    const hook = this.get(id, clientId);
    this.hooks.delete(id);
    return hook;
  }

  /** Disables a hook, like upstream after its last retry. */
  deactivate(id: number): void {
    const hook = this.hooks.get(id);
    if (!hook) return;
    hook.is_active = false;
    hook.updated_at = unixSeconds(this.options.clock);
    this.deactivated.add(id);
  }

  noteEvent(id: number): void {
    this.lastEvent.set(id, unixSeconds(this.options.clock));
  }

  private check(wanted: { scope: string; destination: string }, by: { clientId: string; except?: number }): void {
    if (!this.hasScope(wanted.scope)) throw invalid('scope', `The scope ${wanted.scope} does not exist.`);
    if (!this.isAllowed(wanted.destination))
      throw invalid('destination', 'The destination must be an https address on port 443.');
    const sameScope = this.of(by.clientId).filter((hook) => hook.scope === wanted.scope && hook.id !== by.except);
    if (sameScope.some((hook) => hook.destination === wanted.destination)) {
      throw invalid('destination', 'A hook with this scope and destination exists already.');
    }
    if (sameScope.length >= PER_SCOPE) throw invalid('scope', `There may be at most ${PER_SCOPE} hooks of one scope.`);
  }

  private hasScope(scope: string): boolean {
    const isSlashed = scope.endsWith('/');
    if (!SCOPE.test(scope) || this.refusedScopes.has(scope.replace(/\/$/, ''))) return false;
    if (!MARKET_SCOPE.test(scope) || scope.endsWith('/*')) return !isSlashed;
    return this.spelling === 'either' || isSlashed === (this.spelling === 'slashed');
  }

  private isAllowed(destination: string): boolean {
    if (!URL.canParse(destination)) return false;
    const url = new URL(destination);
    if (url.protocol === 'https:' && url.port === '') return true;
    return this.options.localDestinations && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  }
}

function invalid(field: string, message: string): ApiError {
  return new ApiError({
    ...plainError(422, 'JSON data is missing or invalid').body,
    errors: field === '' ? {} : { [field]: message },
  });
}
