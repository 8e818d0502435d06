import { expect, test } from 'vitest';
import { connectedSite, type ConnectedSite } from '../support/connected-site';
import { eventually } from '../support/eventually';
import { whenAvailable } from '../support/requirements';
import { SwiftClock } from '../support/swift-clock';
import { databaseKinds } from '../support/test-databases';

const minutes = 5;

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`an idle instance on ${kind.name}`, (at) => {
    test('sends its database at most one statement a second', async () => {
      const database = await kind.create(at);
      const clock = new SwiftClock(30);
      const connected = await connectedSite({
        simulator: { clock: clock.simulated },
        boot: { machine: { clock }, ...(database.connection && { database: database.connection }) },
      });
      const { statements, seconds } = await countedStatements(connected, clock);
      await connected.stop();
      await database.drop();

      const total = [...statements.values()].reduce((sum, count) => sum + count, 0);
      expect(total, JSON.stringify([...statements], null, 2)).toBeLessThanOrEqual(seconds);
    });
  });
}

interface Counted {
  /** How often each was sent. */
  statements: Map<string, number>;
  /** How long they were counted, by the site's clock: some minutes, and until this was noticed. */
  seconds: number;
}

async function countedStatements({ site }: ConnectedSite, clock: SwiftClock): Promise<Counted> {
  const passed = async (count: number, since: Date) =>
    eventually(async () => clock.now().getTime() - since.getTime() >= count * 60_000);
  // Whatever follows the start and the first sync.
  await passed(1, clock.now());
  const statements = new Map<string, number>();
  const count = ({ sql }: { sql: string }) => statements.set(sql, (statements.get(sql) ?? 0) + 1);
  const from = clock.now();
  site.strapi.db.connection.on('query', count);
  await passed(minutes, from);
  site.strapi.db.connection.off('query', count);
  return { statements, seconds: (clock.now().getTime() - from.getTime()) / 1000 };
}
