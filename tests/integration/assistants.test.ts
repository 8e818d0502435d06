import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { repository } from '../../scripts/lib/paths';
import { type Assistant, connectAssistant } from '../support/sites/assistant';
import { connectedSite, type ConnectedSite } from '../support/sites/connected-site';
import { finishedRun } from '../support/sites/runs';

const ours = (name: string) => `plugin::commerce-bridge.${name}`;
const explorer = (action: string) => `plugin::content-manager.explorer.${action} plugin::commerce-bridge.product`;
const everyTool = ['settings.read', 'catalog.read', 'sync.run', 'events.manage', 'health.manage'].map(ours);
// With all of these, Strapi builds schemas of all fields of its own tools for each request, which is most of a
// request's cost.
const everything = [...everyTool, explorer('read'), explorer('update')];
const tools = [
  'commerce_explain_product',
  'commerce_failed_events',
  'commerce_get_product',
  'commerce_health',
  'commerce_resync_product',
  'commerce_retry_events',
  'commerce_search_products',
  'commerce_start_sync',
  'commerce_sync_status',
];
const derivedTools = ['get_plugin-commerce-bridge_product', 'list_plugin-commerce-bridge_product'];
const slugIn = z.object({ product: z.object({ fields: z.object({ slug: z.string() }) }) });
const readingCatalog = [
  'commerce_explain_product',
  'commerce_get_product',
  'commerce_search_products',
  'commerce_sync_status',
];

describe('an assistant at the MCP server of a site', () => {
  let connected: ConnectedSite;
  let assistant: Assistant;
  let id: number;
  const opened: Assistant[] = [];

  const connect = async (actions: readonly string[]) => {
    const made = await connectAssistant(connected.site, actions);
    opened.push(made);
    return made;
  };
  const offered = async (actions: readonly string[]) =>
    (await (await connect(actions)).tools()).filter((name) => name.startsWith('commerce_')).sort();
  const nameUpstream = (name: string) =>
    connected.simulator.store.products.update(id, {
      name,
      price: 24,
      sale_price: 0,
      custom_url: { url: '/copper-kettle/', is_customized: true },
    });

  beforeAll(async () => {
    connected = await connectedSite({ simulator: { products: 12 }, boot: { server: { mcp: { enabled: true } } } });
    id = connected.simulator.store.products.ids()[0] ?? 0;
    assistant = await connect(everyTool);
  });
  const resyncAs = async (name: string) => {
    nameUpstream(name);
    await connected.site.admin('POST', `/commerce-bridge/products/${id}/resync`);
  };
  beforeEach(async () => {
    // Another name first, so that the last write is the one of this test.
    await resyncAs('Kettle');
    await resyncAs('Copper kettle');
  });
  afterAll(async () => {
    for (const each of opened) await each.close();
    await connected.stop();
  });

  test('is offered what its permissions allow, as the buttons are', async () => {
    expect(await offered(everything)).toEqual(tools);
    expect(await offered(everyTool)).toEqual(tools);
    expect(await offered([ours('catalog.read')])).toEqual(readingCatalog);
    expect(await offered([explorer('read')])).toEqual(['commerce_search_products']);
    expect(await offered([ours('settings.read')])).toEqual(['commerce_health']);
    expect(await offered([ours('metrics.read')])).toEqual([]);
  });

  test('cannot call a tool that it is not offered', async () => {
    const reader = await connect([ours('catalog.read')]);
    const { isError, text } = await reader.call('commerce_start_sync', { dryRun: false }).catch((error: unknown) => ({
      isError: true,
      text: String(error),
    }));
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(/disabled|not found|unknown/i) });
  });

  test('is offered no tool of Strapi that writes cached records', async () => {
    const names = await (await connect(everything)).tools();
    const derived = names.filter((name) => /commerce.?bridge/.test(name));
    expect(derived.sort()).toEqual(derivedTools);
  });

  test('finds a product by its name, and reads it by ID and slug', async () => {
    const found = await assistant.call('commerce_search_products', { search: 'copper kettle' });
    expect(found.data).toMatchObject({ total: 1, products: [{ id, title: 'Copper kettle' }] });
    const byId = await assistant.call('commerce_get_product', { product: id });
    expect(byId.data).toMatchObject({ product: { id, fields: { title: 'Copper kettle' } } });
    const { slug } = slugIn.parse(byId.data).product.fields;
    expect((await assistant.call('commerce_get_product', { product: slug })).data).toEqual(byId.data);
  });

  test('learns why a product differs from BigCommerce, and brings it up to date on request', async () => {
    nameUpstream('Copper kettle, large');
    const explained = await assistant.call('commerce_explain_product', { product: id });
    expect(explained.data).toMatchObject({
      explanation: expect.stringContaining('title "Copper kettle" → "Copper kettle, large"'),
      site: { state: 'shown', cached: { writtenBy: { kind: 'resync' } } },
      store: { state: 'found' },
      differences: expect.arrayContaining([expect.objectContaining({ field: 'title', to: 'Copper kettle, large' })]),
    });
    expect(JSON.parse(explained.text)).toEqual(explained.data);
    const dry = await assistant.call('commerce_resync_product', { product: id });
    expect(dry.data).toMatchObject({ dryRun: true, result: null });
    expect((await assistant.call('commerce_get_product', { product: id })).text).not.toContain('large');

    const done = await assistant.call('commerce_resync_product', { product: id, dryRun: false });
    expect(done.data).toMatchObject({ dryRun: false, result: { id, outcome: 'updated' } });
    const after = await assistant.call('commerce_explain_product', { product: id });
    expect(after.data).toMatchObject({ explanation: 'The site shows this product, exactly as BigCommerce has it.' });
  });

  test('learns when BigCommerce does not respond, without its credentials', async () => {
    connected.simulator.faults.add({ kind: 'status', status: 503, times: 20 });
    const { data, text } = await assistant.call('commerce_explain_product', { product: id });
    connected.simulator.faults.clear();
    expect(data).toMatchObject({ store: { state: 'not_answering', reason: expect.any(String) }, differences: [] });
    expect(text).not.toContain(connected.simulator.account.accessToken);
  });

  const refusedOr = (tool: string, given: Record<string, unknown>) =>
    assistant.call(tool, given).catch((error: unknown) => ({ isError: true, text: String(error), data: null }));

  test('learns that there is no such product', async () => {
    expect(await assistant.call('commerce_get_product', { product: 'no-such-product' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('No cached product has the slug "no-such-product"'),
    });
    expect(await assistant.call('commerce_explain_product', { product: 99_999_999 })).toMatchObject({
      isError: true,
      text: 'Neither this site nor BigCommerce has a product with the ID 99999999.',
    });
  });

  test('starts a dry run unless asked otherwise, and sees how it goes', async () => {
    nameUpstream('Copper kettle, dry');
    const started = await assistant.call('commerce_start_sync', { mode: 'full' });
    expect(started.data).toMatchObject({ dryRun: true, run: { dryRun: true, mode: 'full' } });
    await finishedRun(connected.site);
    const { data } = await assistant.call('commerce_sync_status');
    expect(data).toMatchObject({ sync: { last: { dryRun: true, counts: { updated: 1 } } }, counts: { products: 12 } });
    expect((await assistant.call('commerce_get_product', { product: id })).text).not.toContain('kettle, dry');

    await assistant.call('commerce_start_sync', { mode: 'full', dryRun: false });
    await finishedRun(connected.site);
    expect((await assistant.call('commerce_get_product', { product: id })).text).toContain('kettle, dry');
  });

  test('lists failed webhook events, and retries them on request', async () => {
    const events = connected.site.strapi.db.connection('commerce_bridge_events');
    await events.insert(droppedEvent(id));
    const failed = await assistant.call('commerce_failed_events', { entityId: id });
    expect(failed.data).toMatchObject({ total: 1, events: [{ entity_id: id, status: 'dropped' }] });
    const dry = await assistant.call('commerce_retry_events', { entityId: id });
    expect(dry.data).toEqual({ dryRun: true, matching: 1, retried: null });
    const done = await assistant.call('commerce_retry_events', { entityId: id, dryRun: false });
    expect(done.data).toEqual({ dryRun: false, matching: null, retried: 1 });
  });

  test('reads health with one permission, and needs another to check it again', async () => {
    expect((await assistant.call('commerce_health', { check: true })).data).toMatchObject({
      health: { checked_at: expect.any(Number) },
    });
    const reader = await connect([ours('settings.read')]);
    expect((await reader.call('commerce_health')).data).toMatchObject({ status: { kind: expect.any(String) } });
    expect(await reader.call('commerce_health', { check: true })).toMatchObject({
      isError: true,
      text: expect.stringContaining('Run and clear health checks'),
    });
  });

  test.each(documentedCalls())('can do what the documentation shows: $tool', async ({ tool, given, result }) => {
    connected.simulator.store.products.update(id, { price: 26 });
    const { isError, data } = await assistant.call(tool, given);
    await finishedRun(connected.site);
    expect({ isError, data }).toMatchObject({ isError: false, data: result });
  });

  test('finds all of its tools documented', () => {
    expect([...new Set(documentedCalls().map(({ tool }) => tool))].sort()).toEqual(tools);
  });

  test.each([
    ...[0, -1, 1.5, 2 ** 53, 1e300, '', ' ', 'x'.repeat(256), null, [], {}, true].map((product) => ({ product })),
    ...['\u0000', '%', '_', "' OR 1=1 --", '../..', '__proto__', '1e3', '0x10', '９', '\uD800'].map((product) => ({
      product,
    })),
  ])('that asks for the product $product is texts that there is none, or that the argument is wrong', async (given) => {
    for (const tool of ['commerce_get_product', 'commerce_explain_product', 'commerce_resync_product']) {
      const { isError, text } = await refusedOr(tool, given);
      expect({ tool, isError, text }).toEqual({ tool, isError: true, text: expect.any(String) });
      expect(text).not.toMatch(/failed unexpectedly|sqlite|select |at \w+ \(/i);
    }
  });

  test.each([
    ...['\u0000', '%', '_', '\\', "'", '"', '*', 'a:b', '(', '\uD800', 'x'.repeat(200), '-'.repeat(200)].map(
      (search) => ({ search }),
    ),
    { category: 2 ** 53 - 1 },
    { brand: 2 ** 53 - 1 },
    { page: 1_000_000, pageSize: 100 },
  ])('that searches with %j gets a list', async (given) => {
    const { isError, text } = await refusedOr('commerce_search_products', given);
    expect({ isError, text }).toEqual({ isError: false, text: expect.stringContaining('"products":[') });
  });

  test.each([
    ['commerce_search_products', { pageSize: 101 }],
    ['commerce_search_products', { search: 'x'.repeat(201) }],
    ['commerce_failed_events', { pageSize: 1e9 }],
    ['commerce_failed_events', { entityId: 2 ** 53 }],
    ['commerce_start_sync', { dryRun: 'false' }],
    ['commerce_resync_product', { product: 1, dryRun: 0 }],
    ['commerce_retry_events', { dryRun: null }],
  ])('cannot call %s with %j', async (tool, given) => {
    expect(await refusedOr(tool, given)).toMatchObject({ isError: true });
  });

  test('writes nothing with an argument whose name is wrong', async () => {
    nameUpstream('Copper kettle, misspelled');
    for (const wrong of [{ dry_run: false }, { DryRun: false }, { dryrun: false }]) {
      const { isError, data } = await refusedOr('commerce_resync_product', { product: id, ...wrong });
      if (!isError) expect(data).toMatchObject({ dryRun: true, result: null });
    }
    expect((await assistant.call('commerce_get_product', { product: id })).text).not.toContain('misspelled');
  });

  test('never receives a secret of the site, no matter what goes wrong', async () => {
    const { accessToken, clientSecret } = connected.simulator.account;
    connected.simulator.faults.add({ kind: 'status', status: 401, times: 50 });
    const texts: string[] = [];
    for (const [tool, given] of [
      ['commerce_explain_product', { product: id }],
      ['commerce_resync_product', { product: id, dryRun: false }],
      ['commerce_health', { check: true }],
      ['commerce_sync_status', {}],
      ['commerce_failed_events', {}],
    ] as const)
      texts.push((await refusedOr(tool, given)).text);
    connected.simulator.faults.clear();
    for (const secret of [accessToken, clientSecret]) expect(texts.join()).not.toContain(secret);
    expect((await assistant.call('commerce_health', { check: true })).isError).toBe(false);
  });

  test('learns which argument is wrong', async () => {
    const wrong = await assistant.call('commerce_start_sync', { mode: 'everything' }).catch((error: unknown) => ({
      text: String(error),
      isError: true,
    }));
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('mode') });
  });
});

function droppedEvent(id: number): Record<string, unknown> {
  const now = Date.now();
  return {
    scope: 'store/product/updated',
    entity: 'product',
    entity_id: id,
    entity_key: `product:${id}`,
    status: 'dropped',
    claims: 3,
    deliveries: 1,
    received_at: now,
    last_received_at: now,
    finished_at: now,
    last_error: 'BigCommerce responded with 500.',
  };
}

/**
 * The examples of docs/assistants.md, by the tool in their heading: the arguments, and the result where it is shown.
 */
function documentedCalls(): { tool: string; given: Record<string, unknown>; result: Record<string, unknown> }[] {
  const [, ...sections] = readFileSync(join(repository, 'docs/assistants.md'), 'utf8').split(/^### /m);
  return sections.map((section) => {
    const [, given = '{}'] = /^```json\n([^`]*)^```/m.exec(section) ?? [];
    const [, result = '{}'] = /^```json result\n([^`]*)^```/m.exec(section) ?? [];
    return { tool: section.split('\n')[0] ?? '', given: JSON.parse(given), result: JSON.parse(result) };
  });
}
