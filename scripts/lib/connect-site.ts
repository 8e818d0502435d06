import type { Run } from '../../contracts/admin/runs';
import { DEFAULT_ACCESS_TOKEN, DEFAULT_CLIENT_SECRET, DEFAULT_STORE_HASH } from '../../simulator/src/account';
import type { Administrator } from './administrator';
import { synchronize } from './sync-progress';

/** Reports a step as it begins. */
type Show = (step: string) => void;

/**
 * Does what a site owner does in the setup guide, for a simulated store with its usual account: credentials, webhooks, and the
 * first sync.
 * @param progress called for every change of the run
 * @throws Error with what the site responded
 */
export async function connectSite(
  administrator: Administrator,
  { show, progress }: { show: Show; progress: (run: Run) => void },
): Promise<Run> {
  show('entering the credentials of the simulated store');
  await must(administrator, 'PUT', '/commerce-bridge/settings', {
    storeHash: DEFAULT_STORE_HASH,
    accessToken: DEFAULT_ACCESS_TOKEN,
    clientSecret: DEFAULT_CLIENT_SECRET,
  });
  // Before the sync, so that no change in between is missed.
  show('registering webhooks at the simulated store');
  await must(administrator, 'POST', '/commerce-bridge/webhooks/register', {});
  return synchronize(administrator, progress);
}

async function must(administrator: Administrator, ...[method, path, body]: [string, string, object]): Promise<void> {
  const response = await administrator.request(method, path, body);
  if (response.status !== 200)
    throw new Error(`${method} ${path} got ${response.status}: ${JSON.stringify(response.body)}`);
}
