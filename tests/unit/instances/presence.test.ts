import { expect, onTestFinished, test } from 'vitest';
import { partOf } from '../../../server/src/instances/limit-parts';
import { memberList } from '../../../server/src/instances/member-list';
import { createPresence } from '../../../server/src/instances/presence';
import { minutes, seconds } from '../../../server/src/lib/durations';
import { MemoryDocuments } from '../../support/instances/memory-documents';
import { createQuietLogger } from '../../support/quiet-logger';
import { ManualClock } from '../../support/time/clocks';

const limit = 20;

function aSite() {
  const clock = new ManualClock();
  const documents = new MemoryDocuments(clock);
  async function aMember(instance: string) {
    const presence = createPresence({ documents, reachPlace: null, instance, clock, logger: createQuietLogger() });
    onTestFinished(() => presence.stop());
    await presence.join();
    const part = () => partOf(limit, presence.part().units);
    return { ...presence, slots: part };
  }
  return { clock, documents, aMember };
}

test('one that starts has no part of a limit before the others have seen it', async () => {
  const { clock, aMember } = aSite();
  const { slots } = await aMember('a');
  expect(slots()).toBe(0);
  await clock.advance(seconds(20));
  expect(slots()).toBe(10);
});

test('one that is alone leaves half of each limit to a successor', async () => {
  const { clock, aMember } = aSite();
  const { slots } = await aMember('a');
  await clock.advance(minutes(1));
  expect(slots()).toBe(10);
});

test.each([2, 3, 4, 7, 20])('the parts of %d instances add up to each limit', async (count) => {
  const { clock, aMember } = aSite();
  const all = await Promise.all(Array.from({ length: count }, (_, index) => aMember(`member ${index + 10}`)));
  await clock.advance(minutes(3));
  const sum = (most: number) => all.reduce((total, { part }) => total + partOf(most, part().units), 0);
  expect([sum(20), sum(3)]).toEqual([20, 3]);
  const parts = all.map(({ slots }) => slots());
  expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
});

test('one that starts has its part once the others have given it up', async () => {
  const { clock, aMember } = aSite();
  const members = [await aMember('a'), await aMember('b')];
  await clock.advance(minutes(1));
  members.push(await aMember('c'));
  for (let passed = 0; passed < 60; passed += 1) {
    const parts = members.map(({ slots }) => slots());
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(limit);
    await clock.advance(seconds(1));
  }
  expect(members.map(({ slots }) => slots())).toEqual([7, 6, 7]);
});

test('one that starts is seen by the others within twelve seconds, in order of their ids', async () => {
  const { clock, aMember } = aSite();
  const second = await aMember('b');
  await aMember('a');
  await clock.advance(seconds(12));
  expect(second.place()).toEqual({ count: 2, rank: 1 });
});

test('how many there are at this moment is announced before it is seen', async () => {
  const { aMember } = aSite();
  const first = await aMember('a');
  expect(await first.countNow()).toBe(1);
  const second = await aMember('b');
  expect([await first.countNow(), first.place().count]).toEqual([2, 1]);
  await second.stop();
  expect(await first.countNow()).toBe(1);
});

test('one that stops is seen no more, and leaves its part', async () => {
  const { clock, aMember } = aSite();
  const [first, second] = [await aMember('a'), await aMember('b')];
  await first.stop();
  await clock.advance(seconds(12));
  expect(second.place()).toEqual({ count: 1, rank: 0 });
});

test('one that starts within a minute in the place of one that stopped owns its part at once', async () => {
  const { clock, aMember } = aSite();
  const [first, second, third] = [await aMember('a'), await aMember('b'), await aMember('c')];
  await clock.advance(minutes(1));
  await first.stop();
  await clock.advance(seconds(45));
  const parts = () => [second, third].map(({ slots }) => slots());
  expect(parts()).toEqual([6, 7]);
  const next = await aMember('d');
  expect(partOf(limit, next.part().owned)).toBe(7);
  expect(partOf(3, next.part().owned)).toBe(1);
  await clock.advance(minutes(2));
  expect([...parts(), next.slots()]).toEqual([6, 7, 7]);
});

test('the part of one that stopped is for the others after a minute', async () => {
  const { clock, aMember } = aSite();
  const [first, second, third] = [await aMember('a'), await aMember('b'), await aMember('c')];
  await clock.advance(minutes(1));
  await first.stop();
  await clock.advance(seconds(95));
  expect([second, third].map(({ slots }) => slots())).toEqual([10, 10]);
});

test('one that cannot reach the database relies on its part when all others have noticed its silence', async () => {
  const { clock, documents, aMember } = aSite();
  const { part, slots } = await aMember('a');
  await clock.advance(minutes(1));
  documents.isAway = true;
  await clock.advance(seconds(30));
  expect([slots(), part().isReserved]).toEqual([10, false]);
  await clock.advance(seconds(30));
  expect([slots(), part().isReserved]).toEqual([10, true]);
  await clock.advance(seconds(25));
  expect(slots()).toBe(0);
  documents.isAway = false;
  await clock.advance(seconds(12));
  expect([slots(), part().isReserved]).toEqual([10, false]);
});

test('one that could not reach the database is a member again within two seconds of its return', async () => {
  const { clock, documents, aMember } = aSite();
  const { members } = await aMember('a');
  documents.isAway = true;
  await clock.advance(seconds(30));
  expect(members().isRecent).toBe(false);
  documents.isAway = false;
  await clock.advance(seconds(2));
  expect(members().isRecent).toBe(true);
});

test('one whose reports arrive without a response does not rely on its silence', async () => {
  const { clock, documents, aMember } = aSite();
  const { part } = await aMember('a');
  await clock.advance(minutes(1));
  documents.losesResponses = true;
  for (let second = 0; second < 180; second += 5) {
    await clock.advance(seconds(5));
    expect(part().isReserved).toBe(false);
  }
});

test('others count no longer when the clock of the database was set back', async () => {
  const { clock, documents, aMember } = aSite();
  const { place } = await aMember('a');
  await documents.change('members', memberList, (stored, at) => ({
    value: { ...stored, dead: { at, isCutOff: false, hasLeft: false, units: [], process: null } },
    result: null,
  }));
  await clock.advance(seconds(12));
  expect(place().count).toBe(2);
  documents.ahead = -minutes(60);
  await clock.advance(minutes(3));
  expect(place().count).toBe(1);
});

test('one whose process has ended on the same machine is gone at once, and its successor owns its part', async () => {
  const { clock, documents, aMember } = aSite();
  const { place } = await aMember('a');
  await documents.change('members', memberList, (stored, at) => {
    const own = stored?.['a']?.process ?? null;
    // No process can have such a large id.
    const process = own && { ...own, pid: 2 ** 30 };
    const units = Array.from({ length: 30 }, (_, index) => 30 + index);
    return { value: { ...stored, dead: { at, isCutOff: false, hasLeft: false, units, process } }, result: null };
  });
  await clock.advance(seconds(12));
  expect(place().count).toBe(1);
  const { part } = await aMember('b');
  expect(partOf(limit, part().owned)).toBe(10);
});
