import { beforeEach, describe, expect, test } from 'vitest';
import { type ChangeFeed, createChangeFeed } from '../../server/src/catalog/changes/change-feed';
import {
  type ChangedIds,
  everythingChanged as everything,
  type LogPosition,
  type UntrackedReason,
} from '../../server/src/catalog/changes/change-log';
import { aChange } from '../support/shops/changed-ids';
import { settled } from '../support/time/clocks';
import { createQuietLogger } from '../support/quiet-logger';

const ofProduct = (id: number): ChangedIds => aChange({ products: [id], dependencies: ['price'] });

let now: number;
let looks: number;
let news: readonly ChangedIds[] | UntrackedReason | Error;
let restores: number;
let received: ChangedIds[];
let pollsOften: boolean;
let logger: ReturnType<typeof createQuietLogger>;
let feed: ChangeFeed;
let response: Promise<void>;
let rest: () => Promise<void>;
let beforeChanges: (changes: readonly ChangedIds[]) => Promise<void>;

beforeEach(() => {
  now = 0;
  looks = 0;
  news = [];
  restores = 0;
  received = [];
  pollsOften = false;
  response = Promise.resolve();
  logger = createQuietLogger();
  rest = () => new Promise(() => undefined);
  beforeChanges = async () => undefined;
  const position: LogPosition = { last: 0, mark: null, gaps: new Map() };
  feed = createChangeFeed({
    log: {
      position: async () => position,
      since: async () => {
        looks += 1;
        await response;
        if (news instanceof Error) throw news;
        return { position, changes: news, entries: [] };
      },
      newest: async () => [],
    },
    seen: null,
    pollsOften: () => pollsOften,
    loop: { now: () => now, rest: () => rest() },
    logger,
    beforeChanges: (changes) => beforeChanges(changes),
    onChange: (change) => received.push(change),
    onRestored: () => {
      restores += 1;
    },
  });
});

describe('changes of other instances', () => {
  test('are checked on a request, and what was cached before the first check is dropped', async () => {
    expect(feed.isBlind()).toBe(true);
    await feed.catchUp();
    expect([received, feed.isBlind()]).toEqual([[everything], false]);
  });

  test('are checked in the background after half a second, one check at a time', async () => {
    await feed.catchUp();
    now = 400;
    expect(feed.catchUp()).toBeUndefined();
    expect(looks).toBe(0);
    now = 600;
    news = [ofProduct(7)];
    expect([feed.catchUp(), feed.catchUp()]).toEqual([undefined, undefined]);
    await settled();
    expect([looks, received.at(-1)]).toEqual([1, ofProduct(7)]);
  });

  test('are checked within a quarter of a second while purges wait for that', async () => {
    await feed.catchUp();
    pollsOften = true;
    now = 150;
    expect([feed.catchUp(), looks]).toEqual([undefined, 0]);
    now = 220;
    expect([feed.catchUp(), looks]).toEqual([undefined, 1]);
    await settled();
    now = 480;
    news = [ofProduct(7)];
    expect(feed.isBehind()).toBe(true);
    await feed.catchUp();
    expect(received.at(-1)).toEqual(ofProduct(7));
  });

  test('that are announced are checked for at once, by a check that begins after that', async () => {
    await feed.catchUp();
    feed.announce();
    const first = feed.catchUp();
    feed.announce();
    news = [ofProduct(7)];
    await Promise.all([first, feed.catchUp(), feed.catchUp()]);
    expect([looks, received.at(-1), feed.catchUp()]).toEqual([2, ofProduct(7), undefined]);
  });

  test('that were announced are waited for by every request, not only the one that starts the check', async () => {
    await feed.catchUp();
    let answer: () => void = () => undefined;
    response = new Promise((resolve) => (answer = resolve));
    news = [ofProduct(7)];
    feed.announce();
    const waits = [feed.catchUp(), feed.catchUp(), feed.catchUp()];
    expect(waits).not.toContain(undefined);
    answer();
    await Promise.all(waits);
    expect([looks, received.at(-1)]).toEqual([1, ofProduct(7)]);
  });

  test('that were announced do not make cached responses useless while they cannot be read', async () => {
    await feed.catchUp();
    news = new Error('no database');
    feed.announce();
    await feed.catchUp();
    expect([feed.isBlind(), feed.catchUp()]).toEqual([false, undefined]);
  });

  test('that were announced are there after a check, even if others were announced meanwhile', async () => {
    await feed.catchUp();
    const announcement = feed.announce();
    expect(feed.hasFollowed(announcement)).toBe(false);
    const checked = feed.catchUp();
    const later = feed.announce();
    await checked;
    expect([feed.hasFollowed(announcement), feed.hasFollowed(later), feed.isBehind()]).toEqual([true, false, true]);
    expect([feed.mayMissPurged(announcement), feed.mayMissPurged(later)]).toEqual([false, true]);
    expect(feed.lastAnnouncement()).toBe(later);
  });

  test.each([
    [false, 1250],
    [true, 450],
  ])('are not purged by others before they are shown, or may be missing (often: %s)', async (often, purgedAfter) => {
    await feed.catchUp();
    pollsOften = often;
    now = purgedAfter - 1;
    expect(feed.mayMissPurged(feed.lastAnnouncement())).toBe(false);
    now = purgedAfter;
    expect(feed.mayMissPurged(feed.lastAnnouncement())).toBe(true);
  });

  test('may be missing until a poll that begins after their announcement has succeeded', async () => {
    await feed.catchUp();
    expect(feed.isBehind()).toBe(false);
    news = new Error('no database');
    feed.announce();
    await feed.catchUp();
    expect([feed.isBlind(), feed.isBehind()]).toEqual([false, true]);
    news = [];
    now = 950;
    expect(feed.isBehind()).toBe(true);
    await feed.catchUp();
    expect(feed.isBehind()).toBe(false);
    now = 1900;
    expect(feed.isBehind()).toBe(true);
  });

  test('delay a response only once a second has passed', async () => {
    await feed.catchUp();
    now = 950;
    news = [ofProduct(7)];
    await feed.catchUp();
    expect(received.at(-1)).toEqual(ofProduct(7));
  });

  test('wait for what must be read before they apply, and are read again if that fails', async () => {
    await feed.catchUp();
    now = 2000;
    news = [ofProduct(7)];
    beforeChanges = () => Promise.reject(new Error('no settings'));
    await feed.catchUp();
    expect([received, feed.isBehind()]).toEqual([[everything], true]);

    const before: unknown[] = [];
    beforeChanges = async (changes) => void before.push(changes, received.length);
    await feed.catchUp();
    expect(before).toEqual([[ofProduct(7)], 1]);
    expect([received, feed.isBehind()]).toEqual([[everything, ofProduct(7)], false]);
  });

  test('do not delay a response forever', async () => {
    await feed.catchUp();
    now = 5000;
    response = new Promise(() => undefined);
    rest = async () => undefined;
    await feed.catchUp();
    expect(received).toEqual([everything]);
  });

  test('count as changes of everything when they are no longer known', async () => {
    await feed.catchUp();
    now = 2000;
    news = 'unknown';
    await feed.catchUp();
    expect(received).toEqual([everything, everything]);
  });

  test('count as changes of everything, once, after the database was restored', async () => {
    await feed.catchUp();
    now = 2000;
    news = 'restored';
    await feed.catchUp();
    expect({ received, restores }).toEqual({ received: [everything, everything], restores: 1 });
    now = 4000;
    news = [];
    await feed.catchUp();
    expect(restores).toBe(1);
  });

  test('are no error when they cannot be read, and after a minute nothing cached is trusted', async () => {
    await feed.catchUp();
    now = 30_000;
    news = new Error('no database');
    await feed.catchUp();
    expect(feed.isBlind()).toBe(false);
    now = 61_000;
    await feed.catchUp();
    expect(feed.isBlind()).toBe(true);
    news = [];
    await feed.catchUp();
    expect(feed.isBlind()).toBe(false);
  });

  test('that cannot be read are logged once, and again when they can', async () => {
    await feed.catchUp();
    news = new Error('no database');
    for (now = 1000; now < 20_000; now += 1000) await feed.catchUp();
    news = [];
    await feed.catchUp();
    expect(logger.lines.map(({ event }) => event)).toEqual([
      'changes made by other instances could not be read',
      'changes made by other instances are read again',
    ]);
  });
});
