import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventList } from '../../contracts/admin/events';
import { hours, milliseconds } from '../../server/src/lib/durations';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { whenAvailable } from '../support/requirements';
import {
  earlierResponses,
  type EarlierVersion,
  openRestored,
  restoreDump,
  rowsByTable,
} from '../support/databases/restore-dump';
import { finishedRun } from '../support/sites/runs';
import { ShiftedClock } from '../support/time/shifted-clock';
import { connectionTo } from '../support/shops/shop';
import { databaseKinds } from '../support/databases/test-databases';

/**
 * Tables that a boot writes: its own migrations, leases, when a schedule was last checked, sequence numbers, and data
 * that instances exchange.
 */
const writtenByBooting = [/_migrations/, /_leases$/, /_state$/, /_shared_documents$/, /_instances$/, /_sequences$/];
/** Tables that can be rebuilt from the products; a separate test searches for products. */
const derived = [/_search_index/];

const utcText = /^\d{4}-\d{2}-\d{2} [\d:.]+Z$/;

/**
 * The values of these columns in a comparable form. Once Strapi has booted, PostgreSQL's driver returns decimals as
 * numbers, and JSON as text; and on MySQL, times are now stored as text.
 */
function textOf(rows: readonly Record<string, unknown>[] = [], columns: readonly string[]): string[] {
  const plain = (value: unknown): unknown =>
    typeof value === 'string' && utcText.test(value) ? new Date(value) : parsed(value);
  return rows.map((row) => JSON.stringify(columns.map((column) => plain(row[column])))).sort();
}

/** Parses JSON or a number; other texts may begin like one, as precomputed responses do. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^(-?\d+(\.\d+)?$|[[{"])/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

// Since then, searched text has its own table.
const movedElsewhere = ['commerce_bridge_products.search_text'];

/** Makes retries due an hour after the boot: with the times in the dump, they would be made at once (behavior 11.1). */
async function putOffRetries(connection: Record<string, unknown>, bootedAt: number): Promise<void> {
  const knex = openRestored(connection);
  try {
    await knex('commerce_bridge_events')
      .where({ status: 'failed' })
      .update({ due_at: bootedAt + hours(1) });
  } finally {
    await knex.destroy();
  }
}

/** Tables that were empty when the dumps were written. */
const withoutRows = [
  'run_seen',
  'run_changes',
  'absences',
  'event_delays',
  'late_deliveries',
  'outbox',
  'outbox_targets',
];
const versions: { version: EarlierVersion; called: string; reasons: unknown[] }[] = [
  // That version stored only the text of an error, not its reasons.
  { version: 'upgrade', called: 'an earlier version', reasons: [] },
  {
    version: 'upgrade-before-markets',
    called: 'the version before markets',
    reasons: [{ code: 'items_failed', values: { count: 1 } }],
  },
];

for (const { kind, version, called, reasons } of versions.flatMap((earlier) =>
  databaseKinds.map((kind) => ({ kind, ...earlier })),
)) {
  whenAvailable(kind.requirement).describe(`a site on ${called} on ${kind.name}`, (at) => {
    let restored: Awaited<ReturnType<typeof restoreDump>>;
    let before: Awaited<ReturnType<typeof rowsByTable>>;
    let simulator: Simulator;
    let site: BootedSite;
    /** The site's rows and responses after it booted, before a test synced it. */
    let booted: Awaited<ReturnType<typeof look>>;

    beforeAll(async () => {
      restored = await restoreDump(await kind.create(at), version);
      const { commerce_bridge_runs: runs = [] } = await rowsByTable(restored.connection);
      const [last = 0] = runs.map(({ finished_at: finished }) => Number(finished)).sort((a, b) => b - a);
      // Almost no time has passed since the dump was created, so that nothing has expired.
      const bootedAt = last + 60_000;
      await putOffRetries(restored.connection, bootedAt);
      before = await rowsByTable(restored.connection);
      const clock = new ShiftedClock();
      clock.advance(milliseconds(bootedAt - Date.now()));
      simulator = await startSimulator({ quota: 0, products: 6, publicUrl: 'https://store.example.com' });
      site = await bootSite({
        database: restored.connection,
        machine: { clock },
        environment: { ...connectionTo(simulator), COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS: '60,604800' },
      });
      booted = await look();
    });
    afterAll(async () => {
      await site.stop();
      await simulator.close();
      await restored.drop();
      removeSite(site);
    });

    const call = (method: string, path: string, body?: unknown) => site.admin(method, `/commerce-bridge${path}`, body);
    const look = async () => {
      const responses: Record<string, string> = {};
      for (const path of Object.keys(earlierResponses(version))) responses[path] = await (await site.rest(path)).text();
      return {
        rows: await rowsByTable(restored.connection),
        responses,
        ofOldSlug: (await site.rest('/products/lumen-leather-kettle-1')).status,
        settings: (await call('GET', '/settings')).body,
        sync: (await call('GET', '/sync')).body,
        runs: (await call('GET', '/sync/runs')).body,
        events: eventList.parse((await call('GET', '/events')).body).events,
        requests: simulator.requests
          .all(({ path }) => /catalog|pricing|pricelists|channels|customer_groups|graphql/.test(path))
          .map(({ method, path, query }) => `${method} ${path}?${query}`),
      };
    };

    test('keeps every row in every table after the current plugin has booted', () => {
      const after = booted.rows;
      const names = Object.keys(before).filter(
        (name) => ![...writtenByBooting, ...derived].some((pattern) => pattern.test(name)),
      );

      expect(withoutRows.map((name) => `commerce_bridge_${name}`)).toEqual(
        expect.arrayContaining(names.filter((name) => before[name]?.length === 0)),
      );
      for (const name of names) {
        const columns = Object.keys(before[name]?.[0] ?? {}).filter(
          (column) => !movedElsewhere.includes(`${name}.${column}`),
        );
        expect({ name, rows: textOf(after[name], columns) }).toEqual({
          name,
          rows: expect.arrayContaining(textOf(before[name], columns)),
        });
      }
    });

    test('returns the same responses as before, byte for byte, and redirects an old slug to the new one', () => {
      for (const [path, response] of Object.entries(earlierResponses(version)))
        expect(booted.responses[path]).toBe(JSON.stringify(response));
      expect(booted.ofOldSlug).toBe(301);
    });

    test('keeps its settings, readable secrets, runs, and events', () => {
      expect(booted.settings).toMatchObject({
        productPageAddress: 'https://shop.example.com/p/{slug}',
        clientSecret: { isSet: true, lastFour: 'cret', enterAgain: false },
        webhookSecret: { isSet: true },
      });
      expect(booted.sync).toMatchObject({
        last: {
          status: 'partial',
          dryRun: false,
          error: expect.stringMatching(/\S/),
          reasons,
          failures: [{ entity: 'product' }],
        },
      });
      expect(booted.runs).toMatchObject({
        runs: [{ status: 'partial' }, { status: 'succeeded' }, { status: 'succeeded' }],
      });
      expect(booted.events.map(({ status }) => status).sort()).toEqual(['complete', 'dropped', 'failed']);
    });

    test('asks the store for nothing of the catalog, nor of markets', () => {
      expect(booted.requests).toEqual([]);
    });

    test('can be searched, filtered, and synced like a new one', async () => {
      const found = async (query: string) => Object(await (await site.rest(`/products?${query}`)).json()).total;
      expect([await found('search=KETTLE'), await found('category=bath'), await found('search=e')]).toEqual([1, 2, 4]);

      await call('POST', '/sync', { mode: 'full' });
      expect(await finishedRun(site)).toMatchObject({
        status: 'succeeded',
        counts: { created: 1, removed: 0, failed: 0 },
      });
      expect(await found('search=kettle')).toBe(1);
    });
  });
}
