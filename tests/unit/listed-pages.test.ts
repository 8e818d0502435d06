import { describe, expect, test } from 'vitest';
import { readListing } from '../../server/src/sync/execution/listed-pages';
import type { CatalogPage } from '../../server/src/upstream/upstream-catalog';
import { settled } from '../support/time/clocks';

/** An upstream that returns a page when the test says so. */
function anUpstream({ totalPages, firstPage = 1 }: { totalPages: number; firstPage?: number }) {
  const asked = new Map<number, { respond(page: CatalogPage<number>): void; fail(error: Error): void }>();
  const listing = readListing<number>({
    firstPage,
    readPage: (page) => new Promise((response, fail) => asked.set(page, { respond: response, fail })),
  });
  const response = async (...pages: number[]) => {
    await settled();
    for (const page of pages)
      asked
        .get(page)
        ?.respond({ items: [page], failures: [], received: 1, total: totalPages, page, totalPages, readVersion: page });
    await settled();
  };
  const responseEmpty = async (page: number) => {
    await settled();
    asked
      .get(page)
      ?.respond({ items: [], failures: [], received: 0, total: totalPages, page, totalPages, readVersion: page });
    await settled();
  };
  const fail = async (page: number, error: Error) => {
    await settled();
    asked.get(page)?.fail(error);
    await settled();
  };
  const take = async () => {
    const taken = await listing.next();
    return taken.done ? null : taken.value.page;
  };
  /** Takes the first page, after which the others are requested. */
  const begin = async () => {
    const first = take();
    await response(1);
    await first;
  };
  return {
    begin,
    listing,
    asked: () => [...asked.keys()],
    respond: response,
    responseEmpty: responseEmpty,
    fail,
    take,
  };
}

describe('a listing', () => {
  test('makes no more requests than allowed at once, and the next one when a response has arrived', async () => {
    const { asked, respond: response, begin } = anUpstream({ totalPages: 20 });
    await begin();
    await settled();
    expect(asked()).toEqual([1, 2, 3, 4]);
    await response(3);
    expect(asked()).toEqual([1, 2, 3, 4, 5]);
    await response(4, 5);
    expect(asked()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('reads at most six pages ahead of the writer', async () => {
    const { asked, respond: response, take, begin } = anUpstream({ totalPages: 20 });
    await begin();
    for (const page of [2, 3, 4, 5, 6, 7]) await response(page);
    expect(asked()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await take()).toBe(2);
    expect(await take()).toBe(3);
    await settled();
    expect(asked().slice(7)).toEqual([8, 9]);
  });

  test('returns its pages in order, and ends with the last one', async () => {
    const { asked, respond: response, take } = anUpstream({ totalPages: 5, firstPage: 2 });
    const first = take();
    await response(2);
    expect(await first).toBe(2);
    await response(4, 5);
    const second = take();
    await response(3);
    expect([await second, await take(), await take(), await take()]).toEqual([3, 4, 5, null]);
    expect(asked()).toEqual([2, 3, 4, 5]);
  });

  test('requests nothing after an empty page, regardless of the number of pages that upstream reports', async () => {
    const { asked, respond: response, responseEmpty: responseEmpty, take, begin } = anUpstream({ totalPages: 20 });
    await begin();
    await responseEmpty(3);
    await response(2, 4);
    expect([await take(), await take(), await take()]).toEqual([2, 3, null]);
    expect(asked()).toEqual([1, 2, 3, 4]);
  });

  test('finds the end without building the items of waiting pages', async () => {
    const waiting = {
      page: 1,
      received: 1,
      total: 1,
      totalPages: 1,
      readVersion: 1,
      failures: [],
      get items(): number[] {
        throw new Error('made');
      },
    };
    const listing = readListing<number>({ firstPage: 1, readPage: async () => waiting });
    expect((await listing.next()).done).toBe(false);
    expect((await listing.next()).done).toBe(true);
  });

  test('fails when it reaches the page that could not be read', async () => {
    const { respond: response, fail, take, begin } = anUpstream({ totalPages: 20 });
    await begin();
    await fail(3, new Error('broken'));
    await response(2);
    expect(await take()).toBe(2);
    await expect(take()).rejects.toThrow('broken');
  });

  test('requests nothing more once its pages are no longer consumed', async () => {
    const { listing, asked, respond: response, begin } = anUpstream({ totalPages: 20 });
    await begin();
    await settled();
    await listing.return(undefined);
    await response(2, 3, 4);
    expect(asked()).toEqual([1, 2, 3, 4]);
  });
});
