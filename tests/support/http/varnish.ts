import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../../../scripts/lib/paths';
import { eventually } from '../time/eventually';

export interface Varnish {
  url: string;
  stop(): Promise<void>;
}

/** A Varnish in front of a site, with the VCL of the documentation. */
export async function startVarnish(varnishd: string, site: { url: string }): Promise<Varnish> {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-bridge-varnish-'));
  const file = join(folder, 'site.vcl');
  const documented = readFileSync(join(repository, 'docs/examples/varnish.vcl'), 'utf8');
  writeFileSync(file, documented.replace('.port = "1337"', `.port = "${new URL(site.url).port}"`));
  const port = await freePort();
  const running = spawn(varnishd, [
    ...['-F', '-j', 'none', '-n', join(folder, 'work'), '-a', `127.0.0.1:${port}`],
    ...['-f', file, '-s', 'malloc,32m', '-T', 'none'],
  ]);
  const noise: string[] = [];
  running.stderr.on('data', (chunk: Buffer) => noise.push(chunk.toString('utf8')));
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    if (running.exitCode !== null) throw new Error(`varnishd ended: ${noise.join('')}`);
    return fetch(`${url}/_health`).then(
      ({ status }) => status === 204,
      () => false,
    );
  });
  return {
    url,
    async stop() {
      const ended = once(running, 'exit');
      running.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  server.close();
  await once(server, 'close');
  return address.port;
}
