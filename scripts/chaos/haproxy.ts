import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '../../tests/support/time/eventually';
import { findFreePort } from '../lib/ports';

/** A HAProxy between clients and a site's instances, and between the instances and their database. */
export interface Haproxy {
  /** The address for shoppers and deliveries. */
  url: string;
  /** The port on which instances reach the database. */
  databasePort: number;
  /** Whether new connections to the database are admitted; existing ones remain open. */
  admitToDatabase(whether: 'admitted' | 'refused'): Promise<void>;
  /** Resolves once an instance receives requests. */
  untilServing(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Names the instance that responded. */
export const instanceHeader = 'x-instance';

/** The time in which health checks detect that an instance is gone or paused, in milliseconds. */
export const noticedWithin = { gone: 2000, still: 6000 };

/** @throws Error if it is not installed */
export async function startHaproxy(behind: {
  instances: readonly { name: string; port: number }[];
  database: { hostname: string; port: string };
}): Promise<Haproxy> {
  if (spawnSync('haproxy', ['-v']).status !== 0) throw new Error('haproxy is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'commerce-bridge-haproxy-'));
  // Not a socket file, whose path is limited to 97 characters.
  const [port, databasePort, runtimePort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration({ ...behind, port, databasePort, runtimePort }));
  const running = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const noise: string[] = [];
  running.stderr.on('data', (chunk: Buffer) => noise.push(chunk.toString('utf8')));
  const killNow = (): void => void running.kill('SIGKILL');
  process.once('exit', killNow);

  async function command(line: string): Promise<string> {
    if (running.exitCode !== null) throw new Error(`haproxy ended: ${noise.join('')}`);
    const connection = connect(runtimePort, '127.0.0.1');
    connection.write(`${line}\n`);
    return text(connection);
  }

  const isReachable = () =>
    command('show info').then(
      () => true,
      (error: unknown) => {
        if (running.exitCode !== null) throw error;
        return false;
      },
    );
  await eventually(isReachable);

  return {
    url: `http://127.0.0.1:${port}`,
    databasePort,

    async admitToDatabase(whether) {
      const response = await command(`set server database/server state ${whether === 'admitted' ? 'ready' : 'maint'}`);
      if (response.trim() !== '') throw new Error(`haproxy: ${response}`);
    },

    async untilServing(name) {
      await eventually(async () => {
        const line = (await command('show stat')).split('\n').find((each) => each.startsWith(`site,${name},`));
        return line?.includes(',UP,') === true;
      });
    },

    async stop() {
      const ended = once(running, 'exit');
      process.removeListener('exit', killNow);
      if (running.exitCode === null && running.kill('SIGKILL')) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// It keeps connections open on both sides: restarts must not break them.
function configuration(parts: {
  instances: readonly { name: string; port: number }[];
  database: { hostname: string; port: string };
  port: number;
  databasePort: number;
  runtimePort: number;
}): string {
  const { instances, database, port, databasePort, runtimePort } = parts;
  return `
global
  maxconn 2000
  stats socket ipv4@127.0.0.1:${runtimePort} level admin

defaults
  timeout connect 2s
  timeout check 2s
  timeout client 10m
  timeout server 30s
  timeout http-keep-alive 10m

frontend shop
  mode http
  bind 127.0.0.1:${port}
  default_backend site

backend site
  mode http
  balance roundrobin
  option redispatch 1
  option httpchk GET /api/commerce-bridge/v1/ready
  http-check expect status 200
  http-response set-header ${instanceHeader} %s
  default-server check inter 500ms fall 2 rise 1
${instances.map((instance) => `  server ${instance.name} 127.0.0.1:${instance.port}`).join('\n')}

listen database
  mode tcp
  bind 127.0.0.1:${databasePort}
  timeout server 10m
  server server ${database.hostname}:${database.port}
`;
}
