import { randomBytes } from 'node:crypto';
import createKnex, { type Knex } from 'knex';
import { z } from 'zod';
import { benchServers } from '../../benchmarks/lib/bench-databases';
import { databaseServers } from '../../tests/support/databases/database-servers';

/** A database created for this run, on a shared server. */
export interface ChaosDatabase {
  /** For use after the last call of `endConnections`, which closes its connections, too. */
  knex: Knex;
  /** The address of its server. */
  server: { hostname: string; port: string };
  /** The environment of a site that reaches the server through this port of this machine. */
  environment(port: number): NodeJS.ProcessEnv;
  /** Closes all connections to it. */
  endConnections(): Promise<void>;
  /** The number of transactions so far; null if the server only counts those of all databases together. */
  transactions(): Promise<number | null>;
  drop(): Promise<void>;
}

export type DatabaseId = 'postgres' | 'mysql';

/** @throws Error if there is no such server */
export async function createChaosDatabase(id: DatabaseId): Promise<ChaosDatabase> {
  const server = benchServers.find((each) => each.id === id);
  const absence = (await server?.absence()) ?? null;
  if (server === undefined || absence !== null) throw new Error(`there is no ${id}: ${absence}`);
  const name = `commerce_bridge_chaos_${randomBytes(6).toString('hex')}`;
  await server.create(name);
  const { hostname, port } = new URL(databaseServers[id]);
  const address = addressOf(id, { name });
  const control = createKnex({ client: drivers[id], connection: databaseServers[id], pool: { min: 0, max: 1 } });
  const knex = createKnex({ client: drivers[id], connection: address, pool: { min: 0, max: 2 } });

  return {
    knex,
    server: { hostname, port },
    environment: (through) => ({
      DATABASE_CLIENT: id,
      DATABASE_URL: addressOf(id, { name, through }),
    }),
    endConnections: () => (id === 'postgres' ? endOnPostgres(control, name) : endOnMysql(control, name)),
    async transactions() {
      if (id === 'mysql') return null;
      const row = await control('pg_stat_database').where({ datname: name }).first('xact_commit', 'xact_rollback');
      return Number(row.xact_commit) + Number(row.xact_rollback);
    },
    async drop() {
      await knex.destroy();
      await control.destroy();
      await server.drop(name);
    },
  };
}

const drivers = { postgres: 'pg', mysql: 'mysql2' };

function addressOf(id: DatabaseId, { name, through }: { name: string; through?: number }): string {
  const address = new URL(databaseServers[id]);
  address.pathname = `/${name}`;
  if (through !== undefined) {
    address.hostname = '127.0.0.1';
    address.port = String(through);
  }
  return address.href;
}

async function endOnPostgres(control: Knex, name: string): Promise<void> {
  await control('pg_stat_activity').where({ datname: name }).select(control.raw('pg_terminate_backend(pid)'));
}

async function endOnMysql(control: Knex, name: string): Promise<void> {
  const rows = z
    .array(z.object({ id: z.number() }))
    .parse(await control('information_schema.processlist').where({ db: name }).select({ id: 'id' }));
  // Fails for a connection that has closed in the meantime.
  for (const { id } of rows) await control.raw(`kill ${id}`).catch(() => undefined);
}
