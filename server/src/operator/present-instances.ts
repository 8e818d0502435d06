import type { InstanceWork, SiteInstance } from '../../../contracts/admin/instances';
import type { RunningInstance } from '../instances/knex-instance-register';

/** What each lease is for, by the prefix of its name. */
const works: readonly (readonly [string, InstanceWork])[] = [
  ['sync', 'run'],
  ['event-worker', 'events'],
  ['verification', 'verification'],
  ['schedule.', 'schedule'],
  ['storefront.token', 'storefront_token'],
  ['webhooks.registration', 'webhook_registration'],
  ['outbox:', 'deliveries'],
  ['market-freshness', 'markets'],
  ['market-passes', 'markets'],
  ['modifier-freshness', 'modifiers'],
  ['metafield-freshness', 'metafields'],
];

/** The running instances, as administrators see them; leases that only newer versions know are left out. */
export function presentInstances(instances: readonly RunningInstance[], self: string): SiteInstance[] {
  return instances.map(({ id, version, host, pid, startedAt, clockAhead, leases }) => ({
    id,
    isThis: id === self,
    version,
    host,
    pid,
    startedAt: startedAt.toISOString(),
    clockAheadMs: clockAhead,
    holds: [
      ...new Set(works.filter(([start]) => leases.some((name) => name.startsWith(start))).map(([, work]) => work)),
    ],
  }));
}
