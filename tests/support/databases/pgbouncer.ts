import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../scripts/lib/ports';
import { eventually } from '../time/eventually';

export interface PgBouncer {
  port: number;
  stop(): Promise<void>;
}

/**
 * A PgBouncer in transaction mode in front of a server with trust authentication, with few server connections: each
 * transaction may get a different one.
 */
export async function startPgBouncer(
  program: string,
  server: { host: string; port: number; user: string },
): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-bridge-pgbouncer-'));
  const port = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    ...[
      '[databases]',
      `* = host=${server.host} port=${server.port} user=${server.user}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
    ],
    ...[`listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any', 'pool_mode = transaction'],
    ...['default_pool_size = 4', 'max_client_conn = 200', 'ignore_startup_parameters = options,extra_float_digits'],
  ];
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  writeFileSync(file, `${settings.join('\n')}\n`);
  chmodSync(folder, 0o755);
  const running = spawn(program, [...(isRoot ? ['-u', 'nobody'] : []), file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const killNow = (): void => void running.kill('SIGKILL');
  process.once('exit', killNow);
  const noise: string[] = [];
  for (const stream of [running.stdout, running.stderr])
    stream.on('data', (chunk: Buffer) => noise.push(chunk.toString('utf8')));
  await eventually(async () => {
    if (running.exitCode !== null) throw new Error(`pgbouncer ended: ${noise.join('')}`);
    return isListening(port);
  });
  return {
    port,
    async stop() {
      process.removeListener('exit', killNow);
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
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
