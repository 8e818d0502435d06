import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../scripts/lib/ports';
import { errorOf } from '../support/http/client-bench';
import { eventually } from '../support/time/eventually';
import { type OwnRedis, redisProgram, startOwnRedis } from '../support/instances/own-redis';
import { type RedisUser, shareAll, useRedis } from '../support/instances/redis-forms';
import { whenAvailable } from '../support/requirements';
import { compiledProgram } from '../support/sites/compiled-programs';
import { startVanishingServer } from '../support/databases/vanishing-server';

// Otherwise a primary waits five seconds for more replicas.
const noDelay = ['--repl-diskless-sync-delay', '0'];

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function started(...given: Parameters<typeof startOwnRedis>): Promise<OwnRedis> {
  const server = await startOwnRedis(...given);
  closing.push(server.close);
  return server;
}

async function twoUsers(url: string): Promise<[RedisUser, RedisUser]> {
  const users: [RedisUser, RedisUser] = [await useRedis(url, 'one'), await useRedis(url, 'two')];
  closing.push(...users.map(({ close }) => close));
  return users;
}

whenAvailable(redisProgram()).describe('instances share limits, responses, and messages through', () => {
  test('a Cluster of three nodes, and continue when one of them is replaced by its replica', async () => {
    const nodes: OwnRedis[] = [];
    const node = async () => {
      // By default it is 10,000 above the port, which may be no valid port.
      const bus = String(await findFreePort());
      const settings = ['--cluster-enabled', 'yes', '--cluster-port', bus, '--cluster-node-timeout', '500', ...noDelay];
      return { bus, ...(await started(settings)) };
    };
    const [first, ...others] = [await node(), await node(), await node(), await node()];
    nodes.push(first, ...others);
    for (const [index, { send }] of nodes.slice(0, 3).entries())
      await send('CLUSTER', 'ADDSLOTSRANGE', index * 5461, index === 2 ? 16_383 : index * 5461 + 5460);
    for (const [index, { send }] of nodes.entries()) await send('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
    for (const { port, bus } of others) await first.send('CLUSTER', 'MEET', '127.0.0.1', port, bus);
    const replica = nodes[3] ?? expect.unreachable();
    const firstId = String(await first.send('CLUSTER', 'MYID'));
    await eventually(async () => (await replica.send('CLUSTER', 'REPLICATE', firstId).catch(() => null)) === 'OK');
    const isWhole = async ({ send }: OwnRedis) => String(await send('CLUSTER', 'INFO')).includes('cluster_state:ok');
    await eventually(async () => (await Promise.all(nodes.map(isWhole))).every(Boolean));
    await eventually(async () => String(await replica.send('INFO', 'replication')).includes('master_link_status:up'));

    const [one, two] = await twoUsers(`redis+cluster://127.0.0.1:${first.port},127.0.0.1:${others[0]?.port}`);
    await shareAll(one, two);
    await first.stop();
    await eventually(async () => String(await replica.send('ROLE')).startsWith('master'));
    await eventually(() =>
      shareAll(one, two).then(
        () => true,
        () => false,
      ),
    );
  });

  test('the primary that a Sentinel names, and the next one after it', async () => {
    const primary = await started(noDelay);
    const replica = await started([...noDelay, '--replicaof', '127.0.0.1', String(primary.port)]);
    const sentinel = await started(['--sentinel']);
    await sentinel.send('SENTINEL', 'MONITOR', 'shop', '127.0.0.1', primary.port, 1);
    await sentinel.send('SENTINEL', 'SET', 'shop', 'down-after-milliseconds', 300);
    await eventually(async () => String(await replica.send('INFO', 'replication')).includes('master_link_status:up'));
    const [one, two] = await twoUsers(`redis+sentinel://127.0.0.1:${sentinel.port}/shop`);
    await shareAll(one, two);
    await eventually(async () => {
      const known = await sentinel.send('SENTINEL', 'REPLICAS', 'shop');
      return Array.isArray(known) && known.length === 1;
    });
    await primary.stop();
    await expect(one.count()).rejects.toThrow();
    await shareAll(one, two);
    expect(String(await replica.send('ROLE'))).toMatch(/^master/);
  });

  test('a server that says how many of them received a message', async () => {
    const server = await started();
    const [one, two] = await twoUsers(`redis://127.0.0.1:${server.port}`);
    await eventually(async () => (await one.notifyAll()) === 2);
    two.close();
    await eventually(async () => (await one.notifyAll()) === 1);
    await server.stop();
    await eventually(async () => (await one.notifyAll()) === 0);
  });

  test('a server whose connections break without a word: who only listened listens again within seconds', async () => {
    const server = await started();
    const between = await startVanishingServer(server.port);
    closing.push(between.close);
    const [announcer] = await twoUsers(`redis://127.0.0.1:${server.port}`);
    const listener = await useRedis(`redis://127.0.0.1:${between.port}`);
    closing.push(listener.close);
    const isNotified = async () => {
      const before = listener.notified();
      announcer.announce();
      return eventually(async () => listener.notified() > before, 1_000).catch(() => false);
    };
    await eventually(isNotified);
    between.vanish();
    await eventually(isNotified, 5_000);
  });

  test('a user that may use nothing but what is documented for it', async () => {
    const server = await started();
    const scaling = readFileSync(join(__dirname, '..', '..', 'docs', 'scaling.md'), 'utf8');
    const documented = /^ACL SETUSER shop on >password (.+)$/m.exec(scaling)?.[1] ?? expect.unreachable();
    await server.send('ACL', 'SETUSER', 'shop', 'on', '>password', ...documented.split(' '));
    const [one, two] = await twoUsers(`redis://shop:password@127.0.0.1:${server.port}`);
    await shareAll(one, two);
  });

  test('no user that may only read: it is rejected at the start', async () => {
    const server = await started();
    await server.send('ACL', 'SETUSER', 'reader', 'on', '>password', '~*', '+@read', '+eval', '+time', '+info');
    const error = await errorOf(useRedis(`redis://reader:password@127.0.0.1:${server.port}`));
    expect(error).toMatchObject({ code: 'redis_unreachable' });
    expect(String(error)).toMatch(
      /Redis cannot be used at 127\.0\.0\.1:\d+: .*(can't run this command|permission)[^@]*\. Start it/,
    );
  });

  test('an encrypted connection, if the certificate is trusted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'commerce-bridge-certificate-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=redis', '-addext', 'subjectAltName=IP:127.0.0.1'],
      ...['-keyout', files.key, '-out', files.certificate],
    ]);
    expect(made.status).toBe(0);
    const { port } = await started([], files);
    const url = `rediss://127.0.0.1:${port}`;
    const error = await errorOf(useRedis(url));
    expect(error).toMatchObject({ code: 'redis_unreachable' });
    expect(String(error)).toMatch(/Redis cannot be used at 127\.0\.0\.1:\d+: .*self-signed certificate/);

    // Node.js reads the variable when it starts.
    const program = await compiledProgram('tests/support/instances/redis-sharing-process.ts');
    const child = spawn(process.execPath, [program, url], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: files.certificate },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });
});
