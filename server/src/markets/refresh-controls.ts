import { idsPerRequest } from '../upstream/reading/ids-per-request';
import type { Members } from './knex-members';
import type { StaleProducts } from './knex-stale-products';
import type { PassTools } from './pass-tools';

/** A response that contains neither the requested ids nor any of these is not trusted (behavior 10.4). */
export const controlsPerRequest = 3;

// Successive multiples of it, modulo 1, are far apart.
const goldenRatio = 0.618_033_988_749_895;

export interface ControlTools {
  members: Pick<Members, 'sample' | 'count'>;
  stale: Pick<StaleProducts, 'waitingAmong'>;
  removalLimit: PassTools['removalLimit'];
}

/**
 * Some other products that the channel sells. They come from different places of the channel, which differ from attempt
 * to attempt: of products that are gone, many have ids close to each other.
 * @param request.version drawn for the attempt
 */
export async function controlsFor(
  { members, stale, removalLimit }: ControlTools,
  request: { membershipId: number; ids: readonly number[]; version: number },
): Promise<number[]> {
  const { membershipId: partId, version } = request;
  const ids = new Set(request.ids);
  const share = (version * goldenRatio) % 1;
  // More than are requested, since all of these may be among them.
  const some = await members.sample({ partId, share, limit: idsPerRequest });
  const others = some.filter((id) => !ids.has(id));
  const steps = await stale.waitingAmong({ partId, productIds: others });
  // Last those that an event concerned: it may have been their unassignment.
  const sold = [...others.filter((id) => !steps.has(id)), ...others.filter((id) => steps.get(id) === 0)];
  if (sold.length > 0) return sold.slice(0, controlsPerRequest);
  // The last response lacked all others, too. A channel with few products may really be empty now; for a larger one,
  // this counts as an outage until a pass shows otherwise.
  const isLarge = (await members.count(partId)) > removalLimit.minimum;
  return isLarge ? others.slice(0, controlsPerRequest) : [];
}
