import { randomBytes } from 'node:crypto';
import createKnex, { type Knex } from 'knex';
import { mysql, postgres, type Requirement } from '../requirements';
import { makeFillable } from './database-template';

/** A test's own database. */
export interface TestDatabase {
  /** `connection` of `config/database`; undefined is the site's own SQLite file. */
  connection: Record<string, unknown> | undefined;
  drop(): Promise<void>;
}

interface DatabaseKind {
  name: string;
  requirement: Requirement;
  create(at: string): Promise<TestDatabase>;
}

/** Every kind of database that Strapi supports; unavailable servers are skipped by name. */
export const databaseKinds: readonly DatabaseKind[] = [
  {
    name: 'SQLite',
    requirement: { name: 'SQLite', kind: 'present', at: '' },
    create: async () => ({ connection: undefined, drop: async () => undefined }),
  },
  {
    name: 'PostgreSQL',
    requirement: postgres(),
    create: (at) => createOnServer(onPostgres(at)),
  },
  {
    name: 'MySQL or MariaDB',
    requirement: mysql(),
    create: (at) => createOnServer(onMysql(at)),
  },
];

/** Databases without Unicode texts, as created by old servers. */
export const limitedDatabaseKinds: readonly (DatabaseKind & { charset: string; dialect: 'postgres' | 'mysql' })[] = [
  {
    name: 'PostgreSQL in LATIN1',
    charset: 'LATIN1',
    dialect: 'postgres',
    requirement: postgres(),
    create: (at) =>
      createOnServer({
        ...onPostgres(at),
        making: "create database ?? encoding 'LATIN1' locale 'C' template template0",
      }),
  },
  {
    name: 'MySQL or MariaDB in latin1',
    charset: 'latin1',
    dialect: 'mysql',
    requirement: mysql(),
    create: (at) => createOnServer({ ...onMysql(at), making: 'create database ?? character set latin1' }),
  },
];

// Test data need not survive a crash of the machine.
const hasty = { options: '-c synchronous_commit=off' };

const making = 'create database ??';
const onPostgres = (at: string): Server => ({
  at,
  client: 'postgres',
  driver: 'pg',
  making,
  dropping: 'drop database if exists ?? with (force)',
  account: hasty,
});
const onMysql = (at: string): Server => ({
  at,
  client: 'mysql',
  driver: 'mysql2',
  making,
  dropping: 'drop database if exists ??',
  account: {},
});

interface Server {
  at: string;
  client: string;
  driver: string;
  making: string;
  dropping: string;
  /** Added to the connection options. */
  account: Record<string, string>;
}

async function createOnServer(server: Server): Promise<TestDatabase> {
  const { hostname, port, username, password } = new URL(server.at);
  const name = `commerce_bridge_test_${randomBytes(6).toString('hex')}`;
  const account = {
    host: hostname,
    port: Number(port),
    user: username,
    password: decodeURIComponent(password),
    ...server.account,
  };
  await onServer(server, (knex) => knex.raw(server.making, [name]));
  const connectionTo = (database: string) => ({ client: server.client, connection: { ...account, database } });
  const connection = connectionTo(name);
  if (server.making === making) makeFillable(connection, { driver: server.driver, at: server.at, name, connectionTo });
  return {
    connection,
    drop: () => onServer(server, (knex) => knex.raw(server.dropping, [name])),
  };
}

async function onServer(
  server: { at: string; driver: string },
  work: (knex: Knex) => PromiseLike<unknown>,
): Promise<void> {
  const knex = createKnex({ client: server.driver, connection: server.at, pool: { min: 0, max: 1 } });
  try {
    await work(knex);
  } finally {
    await knex.destroy();
  }
}
