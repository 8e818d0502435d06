import { beforeEach, describe, expect, test } from 'vitest';
import { type ChangeFeed, createChangeFeed } from '../../server/src/catalog/changes/change-feed';
import {
  type ChangedIds,
  everythingChanged as everything,
  type LogPosition,
  type LostTrack,
} from '../../server/src/catalog/changes/change-log';
import { aChange } from '../support/changed-ids';
import { settled } from '../support/clocks';
import { createQuietLogger } from '../support/quiet-logger';

const ofProduct = (id: number): ChangedIds => aChange({ products: [id], dependencies: ['price'] });

let now: number;
let looks: number;
let news: readonly ChangedIds[] | LostTrack | Error;
let restores: number;
let heard: ChangedIds[];
let feed: ChangeFeed;
let response: Promise<void>;
let rest: () => Promise<void>;

beforeEach(() => {
  now = 0;
  looks = 0;
  news = [];
  restores = 0;
  heard = [];
  response = Promise.resolve();
  rest = () => new Promise(() => undefined);
  const position: LogPosition = { last: 0, mark: null, gaps: new Map() };
  feed = createChangeFeed({
    log: {
      position: async () => position,
      since: async () => {
        looks += 1;
        await response;
        if (news instanceof Error) throw news;
        return { position, changes: news };
      },
    },
    loop: { now: () => now, rest: () => rest() },
    logger: createQuietLogger(),
    onChange: (change) => heard.push(change),
    onRestored: () => {
      restores += 1;
    },
  });
});

describe('changes of other instances', () => {
  test('are looked for when somebody asks, and what was known before the first look is dropped', async () => {
    expect(feed.isBlind()).toBe(true);
    await feed.catchUp();
    expect([heard, feed.isBlind()]).toEqual([[everything], false]);
  });

  test('are looked for beside an answer after half a second, and no two looks at once', async () => {
    await feed.catchUp();
    now = 400;
    expect(feed.catchUp()).toBeUndefined();
    expect(looks).toBe(0);
    now = 600;
    news = [ofProduct(7)];
    expect([feed.catchUp(), feed.catchUp()]).toEqual([undefined, undefined]);
    await settled();
    expect([looks, heard.at(-1)]).toEqual([1, ofProduct(7)]);
  });

  test('are waited for before a second is over', async () => {
    await feed.catchUp();
    now = 950;
    news = [ofProduct(7)];
    await feed.catchUp();
    expect(heard.at(-1)).toEqual(ofProduct(7));
  });

  test('are not waited for for ever', async () => {
    await feed.catchUp();
    now = 5000;
    response = new Promise(() => undefined);
    rest = async () => undefined;
    await feed.catchUp();
    expect(heard).toEqual([everything]);
  });

  test('that can no longer be told are everything', async () => {
    await feed.catchUp();
    now = 2000;
    news = 'unknown';
    await feed.catchUp();
    expect(heard).toEqual([everything, everything]);
  });

  test('of a database that was restored are everything, and it is told once', async () => {
    await feed.catchUp();
    now = 2000;
    news = 'restored';
    await feed.catchUp();
    expect({ heard, restores }).toEqual({ heard: [everything, everything], restores: 1 });
    now = 4000;
    news = [];
    await feed.catchUp();
    expect(restores).toBe(1);
  });

  test('that cannot be read are no error, and after a minute nothing kept is believed', async () => {
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
});
