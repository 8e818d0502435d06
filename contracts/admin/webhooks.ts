import { z } from 'zod';
import { reportedFailure } from './failures';

/** What is wrong with a hook; empty when all is well. */
export const hookProblem = z.enum([
  /** Wanted, and not there. */
  'missing',
  /** Not registered yet, by a version that did not: the sweep covers what it would report. */
  'lacking',
  /** The store refused its scope: likewise. */
  'refused',
  /** Upstream switched it off: it delivers nothing. */
  'inactive',
  /** Leads to another path of this site than the receiver's. */
  'destination',
  /** Carries no header token of ours, or an old one. */
  'token',
  /** Ours, and no longer wanted, or there twice. */
  'surplus',
  /** Registered from this database, and leads to another address: left alone unless asked to replace it. */
  'other_host',
]);
export type HookProblem = z.infer<typeof hookProblem>;

/** `found`: it was there already and led here. */
export const hookAction = z.enum(['found', 'created', 'repaired', 'revived', 'left_alone']);
export type HookAction = z.infer<typeof hookAction>;

/** A hook with upstream's state, and what we did about it last. */
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
  /** Where hooks lead, or would lead; null while the public address cannot be used. */
  destination: z.string().nullable(),
  /** Why hooks cannot be shown or registered; null when they can. */
  problem: reportedFailure.nullable(),
  hooks: z.array(hookView),
});
export type WebhooksView = z.infer<typeof webhooksView>;

/** Body of `POST /commerce-bridge/webhooks/register`. */
export const registrationBody = z.object({
  /**
   * Hooks that this database registered and that lead to another address are made to lead here. Without it they are left
   * alone: this may be a copy of the site (behavior 5.11).
   */
  takeOver: z.boolean().default(false),
});
export type RegistrationBody = z.infer<typeof registrationBody>;

/** `refused`: the store does not offer it; `postponed`: there was no time left, so it is for the next registration. */
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

/** What a registration came to for one hook. */
export const hookResult = z.object({
  id: z.int().nullable(),
  scope: z.string(),
  destination: z.string(),
  isActive: z.boolean(),
  outcome: hookOutcome,
  /** What was repaired, or why it failed, was refused or was left alone; null when there is nothing to say. */
  message: z.string().nullable(),
});
export type HookResult = z.infer<typeof hookResult>;

/**
 * Response of `POST /commerce-bridge/webhooks/register`. When a hook failed it is a 502 in Strapi's error form with the
 * same `hooks` in its details; when another registration is under way, a 409.
 */
export const registrationResponse = z.object({ message: z.string(), hooks: z.array(hookResult) });
export type RegistrationResponse = z.infer<typeof registrationResponse>;
