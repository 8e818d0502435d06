import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { createReadVersionSupply } from '../../server/src/sync/read-version-supply';
import { ManualClock } from '../support/clocks';
import { openOwnTables, type OwnTables } from '../support/own-tables';

describe('numbers for the requests of a run', () => {
  let tables: OwnTables;
  let clock: ManualClock;

  beforeEach(async () => {
    tables = await openOwnTables();
    clock = new ManualClock();
  });
  afterEach(() => tables.close());

  function aSupply() {
    const readVersions = createReadVersions(tables.database);
    const supply = createReadVersionSupply({
      readVersions,
      origin: { kind: 'run', runId: 'run-1' },
      clock,
      hasToWait: true,
      transaction: (work) => tables.database.transaction(work),
    });
    return { supply, draw: () => readVersions.draw() };
  }

  test('come from the commit under way when one drawn by itself would wait for it anyway', async () => {
    const { supply, draw } = aSupply();
    const before = await draw();
    const asked: Promise<number>[] = [];
    await supply.transaction(async () => void asked.push(supply.next(), supply.next(), supply.next()));
    expect(await Promise.all(asked)).toEqual([before + 1, before + 2, before + 3]);
    expect(await draw()).toBe(before + 4);
  });

  test('are drawn anew when the commit under way fails, and when somebody else drew one since', async () => {
    const { supply, draw } = aSupply();
    const before = await draw();
    const asked: Promise<number>[] = [];
    const failing = supply.transaction(async () => {
      asked.push(supply.next());
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await Promise.all(asked)).toEqual([before + 1]);

    await supply.transaction(async () => undefined);
    expect(await supply.next()).toBe(before + 2);
    expect(await draw()).toBe(before + 5);
    expect(await supply.next()).toBe(before + 6);
  });
});
