import { CommerceBridgeError } from '../lib/errors';
import type { EntityKind } from '../catalog/catalog-types';

/** A run would remove more than the removal limit allows (decisions 5.5); nothing was removed. */
export class MassRemovalError extends CommerceBridgeError {
  readonly code = 'mass_removal';

  constructor(readonly removal: { entity: EntityKind; gone: number; cached: number; limitPercent: number }) {
    super(
      `Upstream no longer has ${removal.gone} of ${removal.cached} cached records of the kind ${removal.entity}, more than the removal limit of ${removal.limitPercent} %. ` +
        'Nothing was removed. If that is right, start a run that may remove them; if not, check the store hash, the channel and the access token.',
      { data: { ...removal } },
    );
  }
}
