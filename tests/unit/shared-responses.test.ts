import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { settled } from '../support/time/clocks';
import { createSharingInstances } from '../support/instances/sharing-instances';
import { eventually } from '../support/time/eventually';

let site: ReturnType<typeof createSharingInstances>;
beforeEach(() => {
  site = createSharingInstances();
});

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await settled();
};

/** Two instances that read the log; the first one changed products 1 and 2. */
async function two(options: Parameters<typeof site.start>[0] = {}) {
  const [one, other] = [site.start(options), site.start(options)];
  await one.look();
  await other.look();
  for (const id of [1, 2]) await one.change(id)();
  await one.look();
  await other.look();
  return { one, other };
}

describe('a response that instances share', () => {
  test('is read by one of them, and found by those that start later', async () => {
    const { one, other } = await two();
    expect(await one.ask(1)).toMatchObject({ source: 'MISS', shown: 1 });
    await turns(5);
    expect(await other.ask(1)).toMatchObject({ source: 'HIT', isShared: true, shown: 1 });
    expect((await other.ask(1)).isShared).toBeUndefined();
    const later = site.start();
    await later.look();
    expect(await later.ask(1)).toMatchObject({ isShared: true, shown: 1 });
    expect([site.reads, site.values.finds]).toEqual([1, 3]);
  });

  test.each([0, 3000, 10_000])('takes only the memory of its own bytes, with %i more of them', async (padding) => {
    const { one, other } = await two({ padding });
    await one.ask(1);
    await eventually(async () => site.values.kept.size > 0);
    const { response, isShared } = await other.ask(1);
    expect(isShared).toBe(true);
    expect(response.bytes.buffer.byteLength).toBe(response.bytes.byteLength);
  });

  test('is read once, however many ask all of them at the same time', async () => {
    const { one, other } = await two();
    const third = site.start();
    await third.look();
    const asked = [one, other, third].flatMap((each) => Array.from({ length: 300 }, () => each.ask(1)));
    expect(new Set((await Promise.all(asked)).map(({ shown }) => shown))).toEqual(new Set([1]));
    expect(site.reads).toBe(1);
  });

  test('is read once by all after a change, too', async () => {
    const { one, other } = await two();
    await one.ask(1);
    await one.change(1)();
    await one.look();
    await other.look();
    const asked = [one, other].flatMap((each) => Array.from({ length: 50 }, () => each.ask(1)));
    expect(new Set((await Promise.all(asked)).map(({ shown }) => shown))).toEqual(new Set([2]));
    expect(site.reads).toBe(2);
  });

  test('is found after changes that do not touch it', async () => {
    const { one, other } = await two();
    await one.ask(1);
    await one.change(2)();
    await other.look();
    await turns(5);
    expect(await other.ask(1)).toMatchObject({ isShared: true });
  });

  test('is not used by one that has seen a change of it, also its own, which has no number yet', async () => {
    const { one, other } = await two();
    await one.ask(1);
    await turns(5);
    await other.change(1)();
    expect(await other.ask(1)).toMatchObject({ source: 'MISS', shown: 2 });
  });

  test('is not used by one that has seen a change which was committed after later ones', async () => {
    const { one, other } = await two();
    const commit = other.change(1);
    await one.change(2)();
    await one.look();
    await one.ask(1);
    await turns(5);
    await commit();
    await other.look();
    expect(await other.ask(1)).toMatchObject({ source: 'MISS', shown: 2 });
  });

  test('is not used by one with other settings, or another version of the plugin', async () => {
    const { one } = await two();
    await one.ask(1);
    await turns(5);
    const different = site.start({ variant: 'b' });
    await different.look();
    expect(await different.ask(1)).toMatchObject({ source: 'MISS' });
  });

  test('is not used after the database was restored to before it', async () => {
    const { one } = await two();
    await one.ask(1);
    await turns(5);
    site.log.restore(1);
    const later = site.start();
    await later.look();
    await later.change(2)();
    await later.look();
    expect(await later.ask(1)).toMatchObject({ source: 'MISS' });
  });

  test('is not used when it was computed too long ago to be sure', async () => {
    const { one, other } = await two();
    await one.ask(1);
    await turns(5);
    for (let count = 0; count < 600; count += 1) await one.change(2)();
    await other.look();
    expect(await other.ask(1)).toMatchObject({ source: 'MISS' });
  });

  test('that cannot be understood is read again', async () => {
    const { one, other } = await two();
    await one.ask(1);
    await turns(5);
    for (const [name, value] of site.values.kept) site.values.kept.set(name, { ...value, head: '{"content": 1}' });
    expect(await other.ask(1)).toMatchObject({ source: 'MISS', shown: 1 });
  });
});

describe('while Redis', () => {
  test('is away, each instance reads by itself', async () => {
    const { one, other } = await two();
    site.values.isAway = true;
    expect([(await one.ask(1)).shown, (await other.ask(1)).shown, site.reads]).toEqual([1, 1, 2]);
    expect(await other.ask(1)).toMatchObject({ source: 'HIT' });
  });

  test('is slow, it is not waited for, and for a while not asked again', async () => {
    await two();
    const impatient = site.start({ patience: settled });
    await impatient.look();
    await impatient.look();
    site.values.isHanging = true;
    expect([(await impatient.ask(1)).shown, (await impatient.ask(2)).shown]).toEqual([1, 1]);
    expect(site.values.finds).toBe(1);
  });

  test('takes nothing, no responses pile up in front of it', async () => {
    await two();
    const impatient = site.start({ patience: settled });
    await impatient.look();
    await impatient.look();
    site.values.isHanging = true;
    for (const id of [1, 2, 3]) await impatient.ask(id);
    expect(site.values.keeps).toBe(0);
  });

  test('loses everything, nothing but time is lost', async () => {
    const { one, other } = await two();
    const asking = [one.ask(1), other.ask(1)];
    site.values.flush();
    expect((await Promise.all(asking)).map(({ shown }) => shown)).toEqual([1, 1]);
  });
});

test('an instance that waits for one that died reads by itself', async () => {
  const { one, other } = await two();
  const died = one.cache.respond({ address: '/a', key: 'product 1', read: () => new Promise(() => undefined) });
  await turns(5);
  expect(await other.ask(1)).toMatchObject({ source: 'MISS', shown: 1 });
  const waited = other.pauses.reduce((sum, pause) => sum + pause, 0);
  expect(waited).toBeGreaterThan(500);
  expect(waited).toBeLessThanOrEqual(520);
  void died;
});

test('an instance that is busy with other callers waits no shorter for one that is busy, too', async () => {
  const { one } = await two();
  const busy = site.start({ busyFor: 400 });
  await busy.look();
  let isRead = false;
  const read = async () => {
    await turns(30);
    isRead = true;
    const response = { bytes: Buffer.from('1'), entityTag: '"1"', surrogateKeys: 'product-1' };
    return { response, content: { kind: 'product' as const, id: 1, categoryIds: [], brandId: null } };
  };
  const slow = one.cache.respond({ address: '/a', key: 'product 1', read });
  await turns(5);
  const found = busy.ask(1);
  await turns(15);
  expect(isRead).toBe(false);
  expect(await found).toMatchObject({ isShared: true, shown: 1 });
  await slow;
  expect(site.reads).toBe(0);
});

test('a waiting instance asks again after 5 milliseconds, and less often the longer it takes', async () => {
  const { one, other } = await two();
  const died = one.cache.respond({ address: '/a', key: 'product 1', read: () => new Promise(() => undefined) });
  await turns(5);
  await other.ask(1);
  expect(other.pauses.slice(0, 4)).toEqual([5, 5, 5, 5]);
  expect(other.pauses).toEqual([...other.pauses].sort((a, b) => a - b));
  expect(other.pauses.at(-1)).toBe(20);
  void died;
});

test('an instance that waits for one that fails reads at once', async () => {
  const { one, other } = await two();
  const failing = one.cache.respond({ address: '/a', key: 'product 1', read: () => Promise.reject(new Error('no')) });
  const found = other.ask(1);
  await expect(failing).rejects.toThrow('no');
  expect((await found).shown).toBe(1);
});

describe('no matter what happens in which order', () => {
  const place = fc.nat(2);
  const id = fc.integer({ min: 1, max: 3 });
  const step = fc.oneof(
    { weight: 10, arbitrary: fc.record({ kind: fc.constant('ask' as const), place, id }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), place, id }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('commit' as const), which: fc.nat(3) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('look' as const), place }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), place }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'flush' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'endLeases' as const }) },
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('turns' as const), count: fc.integer({ min: 1, max: 12 }) }),
    },
  );

  test('no instance shows less than it has seen, and in the end all show the database', async () => {
    let shared = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 120 }), async (steps) => {
      site = createSharingInstances();
      const instances = [site.start(), site.start(), site.start()];
      for (const product of [1, 2, 3]) await instances[0]?.change(product)();
      await Promise.all(instances.map((each) => each.look()));
      const at = (index: number) => instances[index] ?? expect.unreachable();
      const open: (() => Promise<void>)[] = [];
      const asked: Promise<void>[] = [];
      const others: Promise<void>[] = [];
      for (const now of steps) {
        if (now.kind === 'ask') {
          const least = at(now.place).seen(now.id);
          asked.push(
            at(now.place)
              .ask(now.id)
              .then(({ shown, isShared }) => {
                if (isShared) shared += 1;
                expect(shown).toBeGreaterThanOrEqual(least);
              }),
          );
        } else if (now.kind === 'change') open.push(at(now.place).change(now.id));
        else if (now.kind === 'commit') others.push(...open.splice(now.which, 1).map((commit) => commit()));
        else if (now.kind === 'look') others.push(at(now.place).look());
        else if (now.kind === 'restart') {
          const fresh = site.start();
          await fresh.look();
          instances[now.place] = fresh;
        } else if (now.kind === 'flush') site.values.flush();
        else if (now.kind === 'endLeases') site.values.endLeases();
        else await turns(now.count);
      }
      await Promise.all([...asked, ...others, ...open.map((commit) => commit())]);
      for (const each of instances) await each.look();
      for (const product of [1, 2, 3]) {
        const shown = await Promise.all(instances.map(async (each) => (await each.ask(product)).shown));
        expect(new Set(shown)).toEqual(new Set([at(0).seen(product)]));
      }
    });
    await fc.assert(property, { numRuns: 300, seed: 7 });
    expect(shared).toBeGreaterThan(100);
  });
});
