import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findFreePort } from '../../../scripts/lib/ports';
import { eventually } from '../time/eventually';
import type { Requirement } from '../requirements';

/** A Redis for a single test, which may stop and restart it. */
export interface OwnRedis {
  port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Sends one command. */
  send(...command: [string, ...(string | number)[]]): Promise<unknown>;
  /** Stops it and deletes its files. */
  close(): Promise<void>;
}

/** The command `redis-server`, to start servers; `at` is its path. */
export function redisProgram(): Requirement {
  const name = 'redis-server';
  if (spawnSync(name, ['--version']).status === 0) return { name, kind: 'present', at: name };
  return { name, kind: 'absent', reason: `${name} is not installed`, onContinuousIntegration: 'failure' };
}

/**
 * @param settings arguments of `redis-server`
 * @param certificate files for TLS, then without unencrypted connections
 */
export async function startOwnRedis(
  settings: readonly string[] = [],
  certificate?: { certificate: string; key: string },
): Promise<OwnRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-bridge-redis-'));
  const port = await findFreePort();
  let server: ChildProcess | null = null;

  const send = async (...[name, ...values]: [string, ...(string | number)[]]): Promise<unknown> => {
    const tls = certificate && { tls: { rejectUnauthorized: false } };
    const client = new Redis({ port, lazyConnect: true, retryStrategy: () => null, enableReadyCheck: false, ...tls });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.call(name, ...values);
    } finally {
      client.disconnect();
    }
  };

  // It must not outlive a process that fails to stop it.
  const killNow = (): void => void server?.kill('SIGKILL');

  async function start(): Promise<void> {
    const ports = certificate
      ? ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no']
          .concat('--tls-cert-file', certificate.certificate, '--tls-key-file', certificate.key)
          .concat('--tls-ca-cert-file', certificate.certificate)
      : ['--port', String(port)];
    const given = [...ports, '--dir', folder, '--save', '', '--bind', '127.0.0.1', ...settings];
    // A file, since a Sentinel writes into its configuration.
    const file = join(folder, 'redis.conf');
    writeFileSync(file, '');
    server = spawn('redis-server', [file, ...given], { stdio: 'ignore' });
    process.once('exit', killNow);
    await eventually(async () => isListening(port));
  }

  async function stop(): Promise<void> {
    if (server === null) return;
    process.removeListener('exit', killNow);
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    server = null;
  }

  await start();
  return {
    port,
    start,
    stop,
    send,
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .on('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .on('error', () => resolve(false));
  });
}
