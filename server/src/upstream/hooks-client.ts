import { z } from 'zod';
import { UpstreamNotFoundError } from './http/upstream-errors';
import type { UpstreamHttp } from './http/upstream-http';
import { type UpstreamHook, wireHook, wireHookPage } from './wire/wire-hook';

export type { UpstreamHook } from './wire/wire-hook';

/** The fields of a hook. */
export interface HookRequest {
  scope: string;
  /** An https address on port 443 (upstream 4.1). */
  destination: string;
  headers: Record<string, string>;
}

/** The store's hooks, of which upstream shows only those of the token's own account (upstream 4.1). */
export interface UpstreamHooks {
  /** All hooks, regardless of their destination. */
  list(): Promise<{ hooks: UpstreamHook[]; unreadable: number }>;
  /** Sent only once: a failed POST may have taken effect, so list again before the next try. */
  create(request: HookRequest): Promise<UpstreamHook>;
  /** Changes what is given; `isActive: true` revives a hook that upstream deactivated (upstream 4.5). */
  update(id: number, changes: Partial<HookRequest> & { isActive?: boolean }): Promise<UpstreamHook>;
  /** Does nothing when the hook no longer exists. */
  remove(id: number): Promise<void>;
}

const perPage = 250;
// An administrator is waiting: one attempt, and one retry in case of a transient failure.
const attempts = 2;

/** Rejects with the errors of `upstream-errors.ts`, or with the signal's reason. */
export function createUpstreamHooks({
  http,
  signal,
}: {
  http: UpstreamHttp;
  signal?: AbortSignal | undefined;
}): UpstreamHooks {
  const request = { signal, priority: 'high', attempts } as const;
  const pathOf = (id: number) => `/v3/hooks/${id}`;

  return {
    async list() {
      const hooks = new Map<number, UpstreamHook>();
      let unreadable = 0;
      for (let page = 1; ; page += 1) {
        const response = await http.request({
          ...request,
          path: '/v3/hooks',
          query: { page, limit: perPage },
          schema: wireHookPage,
        });
        const known = hooks.size;
        for (const hook of response.hooks) hooks.set(hook.id, hook);
        unreadable += response.unreadable;
        // Without page numbers, the listing ends at the page that brings nothing new.
        const hasMore = hooks.size > known && page < (response.totalPages ?? Infinity);
        if (!hasMore) return { hooks: [...hooks.values()], unreadable };
      }
    },

    create: ({ scope, destination, headers }) =>
      http.request({
        ...request,
        method: 'POST',
        path: '/v3/hooks',
        body: { scope, destination, headers, is_active: true },
        schema: wireHook,
      }),

    update: (id, { isActive, ...changes }) =>
      http.request({
        ...request,
        method: 'PUT',
        path: pathOf(id),
        body: { ...changes, ...(isActive === undefined ? {} : { is_active: isActive }) },
        schema: wireHook,
      }),

    async remove(id) {
      try {
        await http.request({ ...request, method: 'DELETE', path: pathOf(id), schema: z.unknown() });
      } catch (error) {
        if (!(error instanceof UpstreamNotFoundError)) throw error;
      }
    },
  };
}
