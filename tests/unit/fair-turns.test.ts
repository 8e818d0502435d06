import { beforeEach, expect, test } from 'vitest';
import { createFairTurns } from '../../server/src/lib/fair-turns';

let comeAround: (() => void)[];
let caller: string;
let done: string[];
let turn: () => Promise<void>;

beforeEach(() => {
  comeAround = [];
  done = [];
  turn = createFairTurns({
    loop: { turn: () => new Promise((resolve) => void comeAround.push(resolve)) },
    caller: () => caller,
  });
});

/** Work in this many pieces, each of which takes a turn. */
async function work(name: string, pieces: number, of = name): Promise<void> {
  for (let piece = 1; piece <= pieces; piece += 1) {
    caller = of;
    await turn();
    done.push(`${name} ${piece}`);
  }
}

/** Completes everything that needs no further turn of the event loop. */
async function oneTurn(): Promise<void> {
  for (const go of comeAround.splice(0)) go();
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function turnsUntilDone(count: number): Promise<void> {
  for (let turns = 0; turns < count; turns += 1) await oneTurn();
}

test('of many works that wait, one goes on each time the event loop comes around', async () => {
  for (const name of ['a', 'b', 'c']) void work(name, 2);
  await oneTurn();
  expect(done).toEqual(['a 1']);

  await turnsUntilDone(5);
  expect(done).toEqual(['a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'c 2']);
});

test('callers continue in turn, no matter how much one of them has waiting', async () => {
  for (const name of ['many 1', 'many 2', 'many 3']) void work(name, 2, 'many');
  void work('one', 3);

  await turnsUntilDone(6);

  expect(done).toEqual(['many 1 1', 'one 1', 'many 2 1', 'one 2', 'many 3 1', 'one 3']);
});

test('what comes when nothing has waited for a while continues with the next turn', async () => {
  void work('first', 1);
  await turnsUntilDone(3);
  void work('second', 1);
  await oneTurn();

  expect(done).toEqual(['first 1', 'second 1']);
});
