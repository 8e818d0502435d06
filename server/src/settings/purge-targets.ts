import { z } from 'zod';
import { purgeTarget, type PurgeTarget, purgeTargetUpdate } from '../../../contracts/admin/purging';
import type { SettingIssue } from '../../../contracts/admin/settings';
import type { Secret } from './secrets';
import { httpAddress } from './setting-kinds';

/** Targets, separate from the secrets that were given with them. */
export interface GivenTargets {
  targets: PurgeTarget[];
  /** The secrets that were given as text, by the target's key. */
  secrets: ReadonlyMap<string, string>;
}

/** What is wrong with a list of targets; it contains no value, since any could be a secret. */
export type TargetsProblem = SettingIssue & { message: string };

const mostTargets = 20;
const printable = /^[\x21-\x7e]{1,512}$/;
// Standard Webhooks: 24 to 64 bytes, in base64.
const signingSecret = /^(whsec_)?[A-Za-z0-9+/]{32,86}={0,2}$/;

/** A list of targets without secrets, as it is stored. */
export const purgeTargetList = z.array(purgeTarget.refine(hasUsableAddress)).max(mostTargets);

/** Reads a list of targets from an update, the environment or `config/plugins`. */
export function readTargets(given: unknown): GivenTargets | { problem: TargetsProblem } {
  const parsed = z.array(purgeTargetUpdate).max(mostTargets).safeParse(given);
  if (!parsed.success) return { problem: malformed(parsed.error.issues[0]?.path ?? []) };
  const targets: PurgeTarget[] = [];
  const secrets = new Map<string, string>();
  for (const [index, { secret, ...rest }] of parsed.data.entries()) {
    const target = purgeTarget.parse(rest);
    if (!hasUsableAddress(target)) return { problem: malformed([index, 'url']) };
    if (targets.some(({ key }) => key === target.key)) return { problem: repeated(target.key) };
    targets.push(target);
    if (typeof secret !== 'string' || secret.trim() === '') continue;
    if (!isUsableSecret(target, secret.trim())) return { problem: malformed([index, 'secret']) };
    secrets.set(target.key, secret.trim());
  }
  return { targets, secrets };
}

/**
 * Why targets cannot be used with these secrets: one is missing, or would be sent to an address other than the one that
 * it was entered for (behavior 8.4). Targets that stay as they are stored are not checked.
 * @param before what is stored
 */
export function unprovenTarget(
  { targets, secrets }: GivenTargets,
  before: { targets: readonly PurgeTarget[]; secrets: ReadonlyMap<string, Secret> },
): TargetsProblem | null {
  for (const target of targets) {
    if (!needsSecret(target) || secrets.has(target.key)) continue;
    const former = before.targets.find(({ key }) => key === target.key);
    // Its secret may be unreadable; that must not stop others from being changed.
    if (JSON.stringify(former) === JSON.stringify(target)) continue;
    const values = { key: target.key };
    if (former === undefined || before.secrets.get(target.key)?.kind !== 'set') {
      const message = `The purge target ${target.key} needs its secret: an API token, or the signing secret of a webhook.`;
      return { code: 'target_secret_needed', values, message };
    }
    if (addressOf(former) !== addressOf(target)) {
      const message = `The kind and the URL of ${target.key} decide where its secret is sent: give the secret again together with another one.`;
      return { code: 'target_secret_needed_again', values, message };
    }
  }
  return null;
}

/** Whether targets of this kind have a secret. */
export function needsSecret({ kind }: PurgeTarget): boolean {
  return kind !== 'varnish';
}

export const targetsAllowed = `a list of up to ${mostTargets} targets, each with key (a to z, 0 to 9, hyphens), kind (fastly, cloudflare, vercel, netlify, varnish or webhook), the fields of its kind, and secret; docs/caching.md describes them`;

function hasUsableAddress(target: PurgeTarget): boolean {
  return !('url' in target) || httpAddress.safeParse(target.url).success;
}

function isUsableSecret({ kind }: PurgeTarget, secret: string): boolean {
  return kind === 'webhook' ? signingSecret.test(secret) : printable.test(secret);
}

function addressOf(target: PurgeTarget): string {
  return 'url' in target ? `${target.kind} ${target.url}` : target.kind;
}

function malformed(path: readonly PropertyKey[]): TargetsProblem {
  const [place, field] = path;
  const values = { place: typeof place === 'number' ? place + 1 : 0, field: String(field ?? '') };
  const where =
    values.place === 0
      ? ''
      : ` Number ${values.place} is not usable${field === undefined ? '' : ` (${values.field})`}.`;
  return { code: 'purge_targets', values, message: `purgeTargets takes ${targetsAllowed}.${where}` };
}

function repeated(key: string): TargetsProblem {
  return { code: 'purge_target_repeated', values: { key }, message: `Two purge targets have the key ${key}.` };
}
