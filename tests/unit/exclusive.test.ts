import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { exclusively } from '../../scripts/lib/exclusive';
import { cache } from '../../scripts/lib/paths';

const name = `exclusive-test-${process.pid}`;
const lock = join(cache, `${name}.lock`);
afterEach(() => rmSync(lock, { force: true }));

test('the second of two tasks with the same name waits for the first', async () => {
  const order: string[] = [];
  let endFirst = (): void => undefined;
  const untilEnded = new Promise<void>((done) => {
    endFirst = done;
  });

  const first = exclusively(name, async () => {
    order.push('first begins');
    await untilEnded;
    order.push('first ends');
  });
  const second = exclusively(name, async () => {
    order.push('second begins');
  });
  endFirst();
  await Promise.all([first, second]);

  expect(order).toEqual(['first begins', 'first ends', 'second begins']);
});

test('a failed task releases its lock', async () => {
  await expect(exclusively(name, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(existsSync(lock)).toBe(false);
});

test('the lock of a dead process is taken by the next task', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(lock, String(pid));

  const holder = await exclusively(name, async () => readFileSync(lock, 'utf8'));

  expect(holder).toBe(String(process.pid));
});
