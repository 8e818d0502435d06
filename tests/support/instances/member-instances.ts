import { createPresence } from '../../../server/src/instances/presence';
import { reach, type SharedDocuments } from '../../../server/src/instances/shared-documents';
import { milliseconds, type Milliseconds } from '../../../server/src/lib/durations';
import { createQuietLogger } from '../quiet-logger';
import { type ManualClock, settled } from '../time/clocks';
import { limitedInstances } from './limited-instances';

/** The connections of one instance to what it shares with the others. */
export interface Ways {
  place: Way;
  database: Way;
}
interface Way {
  isCut: boolean;
  /** Requests arrive, but their responses are lost. */
  losesResponses: boolean;
}

/**
 * Instances that are members of one site and share the storefront requests of one store, each with its own connections.
 */
export function memberInstances({
  clock,
  place,
  database,
  count,
  clientLimit = 20,
  settle = settled,
}: {
  clock: ManualClock;
  place: SharedDocuments;
  database: SharedDocuments;
  count: number;
  clientLimit?: number;
  /** Resolves when all requests are completed. */
  settle?: () => Promise<void>;
}) {
  const ways = Array.from({ length: count }, (): Ways => ({ place: anOpenWay(), database: anOpenWay() }));
  const wayOf = (rank: number): Ways => ways[rank] ?? { place: anOpenWay(), database: anOpenWay() };
  const isSame = place === database;
  const placeOf = (rank: number) => through(place, () => (isSame ? wayOf(rank).database : wayOf(rank).place));
  const presences = ways.map((way, rank) => {
    const shared = placeOf(rank);
    return createPresence({
      documents: through(database, () => way.database),
      reachPlace: isSame ? null : () => reach(shared),
      instance: `instance ${rank}`,
      clock,
      logger: createQuietLogger(),
    });
  });
  const documents = ways.map((_, rank) => placeOf(rank));
  const membership = (rank: number) => {
    const presence = presences[rank];
    if (!presence) throw new Error(`there is no instance ${rank}`);
    return presence;
  };
  const dead = new Set<number>();
  const site = limitedInstances({
    clock,
    documents,
    count,
    clientLimit,
    membership,
  });
  const admitted = Array.from({ length: count }, () => 0);

  return {
    wayOf,
    seen: site.seen,
    mostInASecond: site.mostInASecond,
    mostOfOneClient: site.mostOfOneClient,
    admitted: (rank: number) => admitted[rank] ?? 0,
    open(rank: number): void {
      for (const way of Object.values(wayOf(rank))) Object.assign(way, anOpenWay());
    },
    /** Cuts the connections to both. */
    cutOff(rank: number): void {
      wayOf(rank).place.isCut = true;
      wayOf(rank).database.isCut = true;
    },
    join: async (rank: number) => presences[rank]?.join(),
    /** As with kill -9: it leaves without a message. */
    kill(rank: number): void {
      dead.add(rank);
      this.cutOff(rank);
    },
    /** Advances the clock; in each step of 50 ms, each instance gets its number of requests from `load`. */
    async pass(duration: Milliseconds, load: readonly number[] = []): Promise<void> {
      for (let passed = 0; passed < duration; passed += 50) {
        for (const [rank, requests] of load.entries())
          for (let index = 0; index < requests && !dead.has(rank); index += 1)
            void site.ask(rank, { client: `client ${index % 5}` }).then((isAdmitted) => {
              if (isAdmitted) admitted[rank] = (admitted[rank] ?? 0) + 1;
            });
        await clock.advance(milliseconds(Math.min(50, duration - passed)));
        await settle();
        await settled();
      }
    },
    async stop(): Promise<void> {
      site.stop();
      const stopping = Promise.all(presences.map((presence) => presence.stop()));
      await settled();
      await stopping;
    },
  };
}

const anOpenWay = (): Way => ({ isCut: false, losesResponses: false });

function through(documents: SharedDocuments, way: () => Way): SharedDocuments {
  const passage = async <Result>(request: () => Promise<Result>): Promise<Result> => {
    if (way().isCut) throw new Error('connection refused');
    const result = await request();
    if (way().losesResponses) throw new Error('connection reset');
    return result;
  };
  return {
    mayBeLost: documents.mayBeLost,
    read: (name, schema) => passage(() => documents.read(name, schema)),
    change: (name, schema, work) => passage(() => documents.change(name, schema, work)),
  };
}
