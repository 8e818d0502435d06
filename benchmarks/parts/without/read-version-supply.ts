import type * as supply from '../../../server/src/sync/read-version-supply';
import { replaceModule } from '../replace-module';

type Options = Parameters<typeof supply.createReadVersionSupply>[0];

/** Each request draws its number in a commit of its own. */
replaceModule('sync/read-version-supply', {
  createReadVersionSupply: ({ readVersions, origin, clock, transaction }: Options): supply.ReadVersionSupply => ({
    next: () => readVersions.draw(),
    transaction,
    confirm: (inside, told) => readVersions.raise(inside, { ...told, seen: { at: clock.now(), by: origin } }),
  }),
});
