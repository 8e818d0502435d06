import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { json, reset, type ScriptedServer, startScriptedServer } from '../../support/http/scripted-server';
import { runCli } from '../../support/sites/run-cli';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.close());

const given = (...args: string[]) => runCli(['import-fields', ...args, '--url', server.url]);
const field = { model: 'api::page.page', field: 'product', target: 'hero', problem: null };
const entry = { uid: 'api::page.page', documentId: 'abc', locale: 'en', status: 'draft' };
const value = { id: 1, productId: 209, outcome: 'converted', reason: null, entries: [entry] };

test('each value is shown with its entry, and the numbers of each field at the end', async () => {
  server.script(
    json({ fields: [field] }),
    json({ values: [value], next: 1 }),
    json({ values: [{ ...value, id: 2, productId: null, outcome: 'unreadable', reason: 'not_json' }], next: null }),
  );

  const { code, out, error } = await given();

  expect(code).toBe(5);
  expect(error).toBe('');
  expect(out.split('\n')).toEqual([
    'api::page.page.product  api::page.page abc en draft  209  converted',
    'api::page.page.product  api::page.page abc en draft  -  left: cannot be read: it is not JSON',
    'FIELD                   INTO  CONVERTED  CLEARED  ALREADY  KEPT  NOT CACHED  UNREADABLE  NO TARGET',
    'api::page.page.product  hero  1          0        0        0     0           1           0',
    '',
  ]);
});

test('fields of ours without anything of the other plugin are not mentioned', async () => {
  server.script(json({ fields: [{ ...field, field: 'hero' }] }), json({ values: [], next: null }));

  expect(await given()).toEqual({ code: 0, out: 'No field of @strapi-community/bigcommerce was found.\n', error: '' });
});

test('a field that does not exist is wrong usage, so that a script does not continue', async () => {
  server.script(json({ fields: [] }));

  expect(await given('--field', 'theirproduct')).toMatchObject({
    code: 2,
    out: '',
    error: expect.stringContaining('--field theirproduct'),
  });
});

test('a failure in the middle ends the command; the pages before it are shown', async () => {
  const error = { status: 500, name: 'InternalServerError', message: 'Internal Server Error', details: {} };
  server.script(
    json({ fields: [field] }),
    json({ values: [value], next: 1 }),
    json({ data: null, error }, { status: 500 }),
  );

  const { code, out } = await given();

  expect(code).toBe(1);
  expect(out).toContain('converted');
  expect(out).toMatch(/FIELD .*CONVERTED[^]*hero  1 /);
});

test('a failure in the middle is reported to scripts with what was written before it', async () => {
  const error = { status: 500, name: 'InternalServerError', message: 'Internal Server Error', details: {} };
  server.script(
    json({ fields: [field, { ...field, field: 'other' }] }),
    json({ values: [value], next: 1 }),
    json({ data: null, error }, { status: 500 }),
  );

  const { code, out } = await given('--json');

  expect({ code, out: JSON.parse(out) }).toEqual({
    code: 1,
    out: {
      dryRun: false,
      fields: [{ ...field, counts: { converted: 1 }, left: 0, values: [value] }],
      error: expect.objectContaining({ exitCode: 1, message: expect.stringContaining('Internal Server Error') }),
    },
  });
});

test('a site that goes away in the middle is still distinguished from one that fails', async () => {
  server.script(json({ fields: [field] }), json({ values: [value], next: 1 }), reset);

  const { code, out } = await given('--json');

  expect({ code, out: JSON.parse(out) }).toMatchObject({
    code: 4,
    out: { fields: [{ counts: { converted: 1 } }], error: { exitCode: 4 } },
  });
});

test('Ctrl+C ends it after the page under way, with what was done', async () => {
  const interruption = new AbortController();
  server.script(json({ fields: [field, { ...field, field: 'other' }] }), json({ values: [value], next: 1 }));
  const lines: string[] = [];

  const { code, error } = await runCli(['import-fields', '--url', server.url], {
    interrupted: interruption.signal,
    stdout: interruptingAfter(1, { interruption, lines }),
  });

  expect(code).toBe(1);
  expect(error).toContain('Interrupted; what was written is kept.');
  expect(lines.join('')).toContain('hero  1 ');
  expect(server.seen).toHaveLength(2);
});

function interruptingAfter(
  count: number,
  { interruption, lines }: { interruption: AbortController; lines: string[] },
): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      if (lines.length === count) interruption.abort();
      done();
    },
  });
}
