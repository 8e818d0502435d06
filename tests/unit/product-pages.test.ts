import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { createProductPagesInThread } from '../../server/src/upstream/piscina-product-pages';
import { createProductPagesHere, type ProductPages } from '../../server/src/upstream/product-page-reader';
import { createQuietLogger } from '../support/quiet-logger';
import { aWirePage, aWireProduct } from '../support/wire-builders';

const file = join(__dirname, '..', 'fixtures', 'product-page-thread.mjs');
const body = JSON.stringify(aWirePage([aWireProduct()]));
const task = (text: string | undefined) => ({
  body: text === undefined ? undefined : Buffer.from(text),
  page: 1,
  channelId: 1,
});

describe('pages of products', () => {
  const logger = createQuietLogger();
  let pages: ProductPages | null = null;

  const inThread = (path: string) => {
    logger.lines.length = 0;
    pages = createProductPagesInThread({ file: path, here: createProductPagesHere(async () => undefined), logger });
    return pages;
  };
  afterEach(() => pages?.close());

  test('are read in a thread of their own', async () => {
    const reading = await inThread(file).read(task(body));
    expect(reading).toMatchObject({ kind: 'read', response: { total: expect.any(Number), totalPages: 1 } });
    expect(reading.kind === 'read' && reading.response.total).not.toBe(threadId);
  });

  test('go to their thread while it still reads others, so that it need not wait for the main one', async () => {
    const own = inThread(file);
    const readings = await Promise.all(['wait', 'wait', 'go'].map((text) => own.read(task(text))));
    expect(readings).toEqual([1, 2, 3].map(() => expect.objectContaining({ kind: 'read' })));
  });

  test('that are under way when it is closed are read in the main thread', async () => {
    const own = inThread(file);
    await own.read(task(body));
    const reading = own.read(task('wait'));
    await own.close();
    expect(await reading).toMatchObject({ kind: 'garbled' });
    expect(logger.lines).toEqual([]);
  });

  test('are read in the main thread when their own dies over another one', async () => {
    const own = inThread(file);
    const readings = await Promise.all(['wait', body, 'break', body, body].map((text) => own.read(task(text))));
    expect(readings.map(({ kind }) => kind)).toEqual(['garbled', 'read', 'garbled', 'read', 'read']);
    expect(logger.lines).toHaveLength(1);
  });

  test('are read by whoever comes next after it was closed, too', async () => {
    const own = inThread(file);
    await own.read(task(body));
    await own.close();
    expect(await own.read(task(body))).toMatchObject({ kind: 'read' });
    expect(logger.lines).toEqual([]);
  });

  test.each([
    ['dies', file, 'break'],
    ['is not there', `${file}.missing`, body],
  ])('are read in the main thread from now on when their own %s, which is said once', async (_, path, first) => {
    const own = inThread(path);
    await own.read(task(first));
    const reading = await own.read(task(body));
    expect(reading.kind === 'read' && reading.response.products()).toMatchObject([{ id: aWireProduct().id }]);
    expect(logger.lines).toEqual([
      expect.objectContaining({ level: 'warn', event: expect.stringContaining('main thread') }),
    ]);
  });

  test.each([
    ['a body that was cut off', body.slice(0, -5), { kind: 'garbled' }],
    ['no body', undefined, { kind: 'unknown', issues: [expect.any(String)] }],
    ['something else', '{"data":3}', { kind: 'unknown' }],
  ])('are none when there is %s', async (_, text, expected) => {
    expect(await createProductPagesHere(async () => undefined).read(task(text))).toMatchObject(expected);
  });
});
