/** URLs of database servers for tests and benchmarks, with an account that may create databases. */
export const databaseServers = {
  postgres: process.env['COMMERCE_BRIDGE_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  mysql: process.env['COMMERCE_BRIDGE_TEST_MYSQL'] ?? 'mysql://root@127.0.0.1:3306/mysql',
  redis: process.env['COMMERCE_BRIDGE_TEST_REDIS'] ?? 'redis://127.0.0.1:6379',
};
