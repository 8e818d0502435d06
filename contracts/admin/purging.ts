import { z } from 'zod';
import { healthCause } from './health';
import { secretView } from './secret-view';

/** Headers from which caches in front of the site read the names of a response's contents. */
export const surrogateHeaders = [
  'Surrogate-Key',
  'Cache-Tag',
  'Netlify-Cache-Tag',
  'Vercel-Cache-Tag',
  'xkey',
] as const;
export type SurrogateHeader = (typeof surrogateHeaders)[number];

/** Identifies a target in the admin panel, in health, and in the log. */
const key = z.string().regex(/^[a-z0-9-]{1,32}$/);
/** An id that a service issued; it becomes a part of an address. */
const id = z
  .string()
  .trim()
  .regex(/^[\w.-]{1,100}$/);
const address = z.string().trim().min(1).max(2000);

const fastly = z.strictObject({
  key,
  kind: z.literal('fastly'),
  serviceId: id,
  /** Marks content as stale instead of removing it, so that a stale page is served while the site is down. */
  soft: z.boolean().default(false),
});
const cloudflare = z.strictObject({ key, kind: z.literal('cloudflare'), zoneId: id });
const vercel = z.strictObject({
  key,
  kind: z.literal('vercel'),
  /** Id or name. */
  project: id,
  teamId: id.nullable().default(null),
});
const netlify = z.strictObject({ key, kind: z.literal('netlify'), siteId: id });
const varnish = z.strictObject({
  key,
  kind: z.literal('varnish'),
  /** Where the purge request is sent. */
  url: address,
  method: z.enum(['PURGE', 'BAN']).default('PURGE'),
  soft: z.boolean().default(false),
});
const webhook = z.strictObject({ key, kind: z.literal('webhook'), url: address });

/** A cache in front of the site that is purged when the catalog changes, without its secret. */
export const purgeTarget = z.discriminatedUnion('kind', [fastly, cloudflare, vercel, netlify, varnish, webhook]);
export type PurgeTarget = z.output<typeof purgeTarget>;
export type PurgeTargetKind = PurgeTarget['kind'];

/**
 * In an update: a string sets the secret (an API token, or a webhook's signing secret); null, nothing, or the value
 * that `GET` returns keeps the stored secret of the target with this key.
 */
const secret = z.union([z.string(), secretView]).nullish();
export const purgeTargetUpdate = z.discriminatedUnion('kind', [
  fastly.extend({ secret }),
  cloudflare.extend({ secret }),
  vercel.extend({ secret }),
  netlify.extend({ secret }),
  varnish.extend({ secret }),
  webhook.extend({ secret }),
]);
export type PurgeTargetUpdate = z.input<typeof purgeTargetUpdate>;

/** A target as `GET /commerce-bridge/settings` returns it. */
export const purgeTargetView = z.discriminatedUnion('kind', [
  fastly.extend({ secret: secretView }),
  cloudflare.extend({ secret: secretView }),
  vercel.extend({ secret: secretView }),
  netlify.extend({ secret: secretView }),
  varnish.extend({ secret: secretView }),
  webhook.extend({ secret: secretView }),
]);
export type PurgeTargetView = z.output<typeof purgeTargetView>;

/** Whether one target has been notified of all changes. Times are ISO timestamps. */
export const targetState = z.object({
  /** The target's key, or `onCatalogChange`. */
  key: z.string(),
  kind: z.enum(['fastly', 'cloudflare', 'vercel', 'netlify', 'varnish', 'webhook', 'function']),
  /** How many changes wait, and for how many seconds the oldest one has waited; null if none does. */
  waiting: z.int(),
  oldestSeconds: z.int().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
  failedAt: z.iso.datetime().nullable(),
  /** Why the last attempt failed; null once one succeeded. */
  error: z.string().nullable(),
  /** The causes by code; absent if there is only the English message, as in a state that an earlier version stored. */
  causes: z.array(healthCause).optional(),
  /** Seconds until the next attempt; null unless one failed. */
  retryInSeconds: z.int().nullable(),
  /** Changes that were dropped since the last delivery. */
  dropped: z.int(),
});
export type TargetState = z.infer<typeof targetState>;

/** Path of `POST /commerce-bridge/purging/{key}/…`. */
export const purgeTargetPath = z.object({ key: z.string() });

/** Response of `GET /commerce-bridge/purging`, and of `POST /commerce-bridge/purging/{key}/retry`. */
export const purgingState = z.object({ targets: z.array(targetState) });
export type PurgingState = z.infer<typeof purgingState>;

/** Response of `POST /commerce-bridge/purging/{key}/test`: whether the target accepted a purge of an unused name. */
export const purgeTest = z.object({
  succeeded: z.boolean(),
  error: z.string().nullable(),
  causes: targetState.shape.causes,
});
export type PurgeTest = z.infer<typeof purgeTest>;
