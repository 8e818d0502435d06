'use strict';

const { resolve } = require('node:path');

// SQLite in a file unless configured otherwise:
//   DATABASE_CLIENT=sqlite   DATABASE_FILENAME=.tmp/data.db
//   DATABASE_CLIENT=postgres DATABASE_URL=postgres://user:password@127.0.0.1:5432/name   (package "pg")
//   DATABASE_CLIENT=mysql    DATABASE_URL=mysql://user:password@127.0.0.1:3306/name      (package "mysql2")
// The last two take DATABASE_POOL_MAX, the connections of each process (10).
module.exports = ({ env }) => {
  const client = env('DATABASE_CLIENT', 'sqlite');
  if (client === 'sqlite') {
    return {
      connection: {
        client,
        connection: { filename: resolve(__dirname, '..', '..', env('DATABASE_FILENAME', '.tmp/data.db')) },
        useNullAsDefault: true,
        pool: { afterCreate: writeAhead },
      },
    };
  }
  return {
    connection: {
      client,
      connection: connectionOf(new URL(env('DATABASE_URL'))),
      pool: { min: 2, max: env.int('DATABASE_POOL_MAX', 10) },
    },
  };
};

function connectionOf(url) {
  return {
    host: url.hostname,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
  };
}

// With a write-ahead log a commit need not wait for the disk, and outlives the process all the same.
function writeAhead(connection, done) {
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = NORMAL');
  connection.pragma('cache_size = -32000');
  done(null, connection);
}
