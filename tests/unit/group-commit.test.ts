import { describe, expect, test } from 'vitest';
import { createGroupCommit } from '../../server/src/lib/group-commit';
import { settled } from '../support/time/clocks';

/** A commit that ends when the test says so. */
function aCommit() {
  const batches: string[][] = [];
  const ends: ((error: Error | null) => void)[] = [];
  const group = createGroupCommit<string, string>({
    commit: (items) =>
      new Promise((resolve, reject) => {
        batches.push([...items]);
        ends.push((error) => (error ? reject(error) : resolve(items.map((item) => `${item}!`))));
      }),
    largestBatch: 3,
    mostWaiting: 5,
    gather: settled,
  });
  const end = async (error: Error | null = null) => {
    ends.shift()?.(error);
    await settled();
    await settled();
  };
  return { group, batches, end };
}

describe('a group commit', () => {
  test('writes a single item immediately, and what arrives during a write together', async () => {
    const { group, batches, end } = aCommit();
    const outcomes = ['a', 'b', 'c', 'd', 'e'].map((item) => group.add(item));
    expect(batches).toEqual([['a']]);
    await end();
    expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
    await end();
    await end();
    expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
    expect(await Promise.all(outcomes)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!']);
  });

  test('waits for more only if one commit directly follows another', async () => {
    let gathered = 0;
    let release: () => void = () => undefined;
    const batches: number[][] = [];
    const group = createGroupCommit<number, number>({
      commit: async (items) => {
        batches.push([...items]);
        await settled();
        return items;
      },
      largestBatch: 10,
      mostWaiting: 10,
      gather: () =>
        new Promise((resolve) => {
          gathered += 1;
          release = resolve;
        }),
    });
    await group.add(1);
    await settled();
    await group.add(2);
    await settled();
    expect(gathered).toBe(0);
    const outcomes = [group.add(3), group.add(4)];
    while (batches.length < 3 || gathered === 0) await settled();
    expect(gathered).toBe(1);
    outcomes.push(group.add(5));
    release();
    await Promise.all(outcomes);
    expect(batches).toEqual([[1], [2], [3], [4, 5]]);
  });

  test('resolves nothing before its commit', async () => {
    const { group, end } = aCommit();
    const events: string[] = [];
    void group.add('a').then(() => events.push('a'));
    void group.add('b').then(() => events.push('b'));
    await settled();
    expect(events).toEqual([]);
    await end();
    expect(events).toEqual(['a']);
    await end();
    expect(events).toEqual(['a', 'b']);
  });

  test('starts again after a pause', async () => {
    const { group, end } = aCommit();
    const first = group.add('a');
    await end();
    await first;
    const second = group.add('b');
    await end();
    expect(await second).toBe('b!');
  });

  test('does not fail the others when one item is rejected', async () => {
    const group = createGroupCommit<string, string>({
      commit: async (items) => {
        if (items.includes('bad')) throw new Error('refused');
        return items;
      },
      largestBatch: 10,
      mostWaiting: 10,
      gather: settled,
    });
    const outcomes = await Promise.allSettled(['first', 'a', 'bad', 'b'].map((item) => group.add(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  test('tries an unavailable database three times, not once per item', async () => {
    let asked = 0;
    const group = createGroupCommit<number, string>({
      commit: async () => {
        asked += 1;
        throw new Error('gone');
      },
      largestBatch: 100,
      mostWaiting: 100,
      gather: settled,
    });
    const first = group.add(0);
    const outcomes = await Promise.allSettled([
      first,
      ...Array.from({ length: 50 }, (_, index) => group.add(index + 1)),
    ]);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    // The first alone, the rest together, then two of them alone.
    expect(asked).toBe(4);
  });

  test('rejects what would take too much memory', async () => {
    const { group, end } = aCommit();
    const accepted = ['a', 'b', 'c', 'd', 'e', 'f'].map((item) => group.add(item));
    await expect(group.add('g')).rejects.toThrow('more than 5');
    for (let round = 0; round < 3; round += 1) await end();
    await Promise.all(accepted);
  });
});
