import { createServer, connect, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Administrator, logIn, registerAdministrator } from '../../../scripts/lib/administrator';
import { playground } from '../../../scripts/lib/paths';
import { prepareSite } from '../../../scripts/lib/prepare-site';
import { launchSite, type SiteProcess } from '../../../scripts/lib/site-process';
import { youngMemory } from '../young-memory';

/** Processes of one site on one database, behind a load balancer that forwards each connection to the next live one. */
export interface TwoProcesses {
  /** The address for deliveries. */
  balancerUrl: string;
  /** The addresses of the live processes. */
  urls(): string[];
  /** An administrator at one of them; null while none is alive. */
  administrator(pick: number): Promise<Administrator | null>;
  /** SIGKILL for one of them, which restarts immediately. */
  killOne(pick: number): Promise<void>;
  /** Pauses one of them in the middle of its work, and continues it later. */
  pauseOne(pick: number, milliseconds: number): Promise<void>;
  /** The output of all of them, including killed ones. */
  log(): string;
  stop(): Promise<void>;
}

interface Slot {
  site: SiteProcess | null;
  administrator: Promise<Administrator> | null;
}

/** @param environment for each process, including its database; the first process creates the tables */
export async function startTwoProcesses(environment: Record<string, string>): Promise<TwoProcesses> {
  await prepareSite();
  const logs: string[] = [];
  const slots: Slot[] = [
    { site: null, administrator: null },
    { site: null, administrator: null },
  ];

  async function start(slot: Slot): Promise<void> {
    slot.site = await launchSite({
      site: playground,
      nodeArguments: youngMemory,
      env: { ADMIN_RATE_LIMIT: 'false', ...environment },
    });
    slot.administrator = null;
  }

  const living = () => slots.filter(({ site }) => site?.isRunning() === true);
  // Strapi itself can't create the tables of an empty database from two processes at once.
  for (const slot of slots) {
    await start(slot);
    if (slot === slots[0] && slot.site) slot.administrator = registerAdministrator(slot.site);
    await slot.administrator;
  }
  const balancer = await startBalancer(() => living().flatMap(({ site }) => site?.port ?? []));

  return {
    balancerUrl: balancer.url,
    urls: () => living().flatMap(({ site }) => site?.url ?? []),
    log: () => [...logs, ...slots.map(({ site }) => site?.log() ?? '')].join('\n'),

    async administrator(pick) {
      const candidates = living();
      const slot = candidates[pick % candidates.length];
      if (!slot?.site) return null;
      slot.administrator ??= logIn(slot.site);
      return slot.administrator.catch(() => {
        slot.administrator = null;
        return null;
      });
    },

    async killOne(pick) {
      const slot = slots[pick % slots.length];
      if (!slot?.site) return;
      await slot.site.kill();
      logs.push(slot.site.log());
      await start(slot);
    },

    async pauseOne(pick, milliseconds) {
      const site = slots[pick % slots.length]?.site;
      if (!site?.isRunning()) return;
      process.kill(site.pid, 'SIGSTOP');
      await pause(milliseconds);
      if (site.isRunning()) process.kill(site.pid, 'SIGCONT');
    },

    async stop() {
      await balancer.close();
      await Promise.all(slots.map(({ site }) => site?.stop()));
    },
  };
}

async function startBalancer(ports: () => number[]): Promise<{ url: string; close(): Promise<void> }> {
  let turn = 0;
  const open = new Set<Socket>();
  const server: Server = createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    const alive = ports();
    turn += 1;
    const port = alive[turn % Math.max(1, alive.length)];
    if (port === undefined) return void client.destroy();
    const site = connect(port, '127.0.0.1');
    const end = () => {
      client.destroy();
      site.destroy();
    };
    for (const side of [client, site]) side.on('error', end).on('close', end);
    client.pipe(site).pipe(client);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the balancer does not listen on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        // A store keeps its connections for deliveries open, and a site only closes them after more than a minute.
        for (const client of open) client.destroy();
      }),
  };
}
