import { z } from 'zod';
import { integerOrNull, numberOrNull, requiredText } from './wire-values';

/** A hook as upstream stores it (upstream 4.1). */
export interface UpstreamHook {
  id: number;
  scope: string;
  destination: string;
  isActive: boolean;
  /**
   * The headers that upstream sends with every delivery. They hold our token: never log them or send them in a
   * response.
   */
  headers: Record<string, string>;
  /** Null when upstream does not report it. */
  createdAt: Date | null;
  updatedAt: Date | null;
}

// Upstream uses Unix seconds.
const moment = numberOrNull.transform((seconds) => (seconds === null ? null : new Date(seconds * 1000)));

const hook = z
  .object({
    // Stored in none of our columns, so it may be of any size.
    id: z.int().positive(),
    scope: requiredText,
    destination: requiredText,
    // Absent in older samples: a hook is active unless upstream reports otherwise.
    is_active: z.boolean().nullish(),
    headers: z.record(z.string(), z.unknown()).nullish().catch(null),
    created_at: moment,
    updated_at: moment,
  })
  .transform(
    (wire): UpstreamHook => ({
      id: wire.id,
      scope: wire.scope,
      destination: wire.destination,
      isActive: wire.is_active ?? true,
      headers: Object.fromEntries(
        Object.entries(wire.headers ?? {}).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value]] : [],
        ),
      ),
      createdAt: wire.created_at,
      updatedAt: wire.updated_at,
    }),
  );

/** One hook. The documents contradict each other on the envelope (upstream 4.1): it is accepted with and without. */
export const wireHook = z.union([z.object({ data: hook }).transform(({ data }) => data), hook]);

export interface WireHookPage {
  hooks: UpstreamHook[];
  /** Items of an unknown form; they cannot be ours. */
  unreadable: number;
  /** Null when upstream does not report it. */
  totalPages: number | null;
}

const pagination = z.object({ pagination: z.object({ total_pages: integerOrNull }).nullish() }).nullish();

/** One page of the listing, with and without the envelope. */
export const wireHookPage = z
  .union([
    z.object({ data: z.array(z.unknown()), meta: pagination }),
    z.array(z.unknown()).transform((data) => ({ data, meta: null })),
  ])
  .transform(({ data, meta }): WireHookPage => {
    const read = data.map((item) => hook.safeParse(item));
    return {
      hooks: read.flatMap((item) => (item.success ? [item.data] : [])),
      unreadable: read.filter((item) => !item.success).length,
      totalPages: meta?.pagination?.total_pages ?? null,
    };
  });
