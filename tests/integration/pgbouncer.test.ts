import createKnex from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productList } from '../../contracts/rest/products';
import { databaseServers } from '../support/databases/database-servers';
import { type PgBouncer, startPgBouncer } from '../support/databases/pgbouncer';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';
import { pgbouncer, postgres, whenAvailable } from '../support/requirements';
import { listEvents, processedEvents } from '../support/shops/events';
import { fetchByContract } from '../support/http/rest-contract';
import { removeSite } from '../support/sites/boot-site';
import { type ConnectedSite, connectedSite, registerHooks } from '../support/sites/connected-site';
import { type ServedSite, serveInProcess } from '../support/sites/serve-in-process';

const server = postgres();
const schema = 'shop';

whenAvailable(server.kind === 'absent' ? server : pgbouncer()).describe(
  'two instances with their own schema behind a PgBouncer in transaction mode',
  (program) => {
    let database: TestDatabase;
    let pooler: PgBouncer;
    let connected: ConnectedSite;
    let other: ServedSite;

    beforeAll(async () => {
      const kind = databaseKinds.find(({ name }) => name === 'PostgreSQL') ?? expect.unreachable();
      database = await kind.create(databaseServers.postgres);
      const { hostname, port, username } = new URL(databaseServers.postgres);
      pooler = await startPgBouncer(program, { host: hostname, port: Number(port || 5432), user: username });
      const { connection, ...rest } = database.connection ?? expect.unreachable();
      const direct = createKnex({ client: 'pg', connection: { ...Object(connection) } });
      await direct.raw('create schema ??', [schema]);
      // Session settings are lost, so Strapi's own setting would not work for statements without a schema name.
      await direct.raw('alter database ?? set search_path to ??', [Object(connection).database, schema]);
      await direct.destroy();
      const through = { ...rest, connection: { ...Object(connection), port: pooler.port, schema } };
      connected = await connectedSite({ simulator: { products: 120 }, boot: { database: through } });
      registerHooks(connected);
      other = await serveInProcess({ database: through });
    });
    afterAll(async () => {
      other.kill();
      await other.ended;
      removeSite(other);
      await connected.stop();
      await pooler.stop();
      await database.drop();
    });

    const namesAt = async ({ url }: { url: string }) => {
      const response = await fetchByContract(`${url}/api/commerce-bridge/v1`, '/products?per_page=100');
      return new Map(productList.parse(await response.json()).products.map(({ id, name }) => [id, name]));
    };

    test('boot, sync, and read', async () => {
      const shown = await namesAt(connected.site);
      expect(shown.size).toBe(100);
      expect(await namesAt(other)).toEqual(shown);
    });

    test('take webhooks, and show what they changed', async () => {
      const { simulator, site } = connected;
      const ids = [...(await namesAt(site)).keys()];
      for (let edit = 0; edit < 100; edit += 1)
        simulator.store.products.update(ids[edit % ids.length] ?? 0, { name: `Edit ${edit}` });
      await simulator.webhooks.idle();
      await processedEvents(site);
      expect((await namesAt(site)).get(ids[99] ?? 0)).toBe('Edit 99');
      expect((await namesAt(other)).get(ids[0] ?? 0)).toBe('Edit 0');
      for (const status of ['failed', 'dropped']) expect((await listEvents(site, `&status=${status}`)).total).toBe(0);
    });

    test('have all tables of Strapi and the plugin in that schema', async () => {
      const { rows } = await connected.site.strapi.db.connection.raw(
        "select distinct schemaname from pg_tables where tablename like 'commerce_bridge%' or tablename like 'strapi_%'",
      );
      expect(rows).toEqual([{ schemaname: schema }]);
    });

    test('leave no lock of a migration with a connection that others get next', async () => {
      const { rows } = await connected.site.strapi.db.connection.raw(
        "select count(*)::int as held from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      );
      expect(rows).toEqual([{ held: 0 }]);
    });
  },
);
