import { z } from 'zod';
import { reportedFailure } from './failures';

/** What is wrong with a hook. */
export const hookProblem = z.enum([
  /** Should be registered, but is not. */
  'missing',
  /** Not registered yet, though the site uses it now: the next full sync finds what it would report. */
  'lacking',
  /** The store rejected its scope: likewise. */
  'refused',
  /** Upstream has deactivated it: it delivers nothing. */
  'inactive',
  /** Its destination is the alias of the receiver's URL: deliveries arrive. */
  'destination',
  /** Sends no header token of ours, or an old one. */
  'token',
  /** Ours, but no longer needed, or registered twice. */
  'surplus',
  /** Registered from this database, but its destination is another address: not changed unless requested. */
  'other_host',
]);
export type HookProblem = z.infer<typeof hookProblem>;

/** `found`: it already existed with this site as its destination. */
export const hookAction = z.enum(['found', 'created', 'repaired', 'revived', 'left_alone']);
export type HookAction = z.infer<typeof hookAction>;

/** A hook with upstream's state, and what we last did about it. */
export const hookView = z.object({
  /** Null when it is missing. */
  id: z.int().nullable(),
  scope: z.string(),
  destination: z.string(),
  isActive: z.boolean(),
  problems: z.array(hookProblem),
  createdAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime().nullable(),
  lastAction: z.object({ action: hookAction, at: z.iso.datetime() }).nullable(),
});
export type HookView = z.infer<typeof hookView>;

/** Response of `GET /commerce-bridge/webhooks`. */
export const webhooksView = z.object({
  /** The destination that hooks have or would get; null while the public address is unusable. */
  destination: z.string().nullable(),
  /** Why hooks cannot be shown or registered; null when they can. */
  problem: reportedFailure.nullable(),
  hooks: z.array(hookView),
});
export type WebhooksView = z.infer<typeof webhooksView>;

/** Body of `POST /commerce-bridge/webhooks/register`. */
export const registrationBody = z.object({
  /**
   * Redirects hooks that were registered from this database but have another address as their destination. By default,
   * they are not changed: this may be a copy of the site (behavior 5.11).
   */
  takeOver: z.boolean().default(false),
});
export type RegistrationBody = z.infer<typeof registrationBody>;

/** `refused`: the store does not offer it; `postponed`: time ran out, so the next registration handles it. */
export const hookOutcome = z.enum([
  'unchanged',
  'created',
  'repaired',
  'removed',
  'left_alone',
  'refused',
  'postponed',
  'failed',
]);
export type HookOutcome = z.infer<typeof hookOutcome>;

/** The outcome of a registration for one hook. */
export const hookResult = z.object({
  id: z.int().nullable(),
  scope: z.string(),
  destination: z.string(),
  isActive: z.boolean(),
  outcome: hookOutcome,
  /** What was repaired, or why the hook failed, was refused, or was not changed; null if there is nothing to report. */
  message: z.string().nullable(),
});
export type HookResult = z.infer<typeof hookResult>;

/**
 * Response of `POST /commerce-bridge/webhooks/register`. If a hook failed, a 502 in Strapi's error format with the same
 * `hooks` in its details; if another registration is under way, a 409.
 */
export const registrationResponse = z.object({ message: z.string(), hooks: z.array(hookResult) });
export type RegistrationResponse = z.infer<typeof registrationResponse>;
