import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { adminSuite } from '../support/admin/admin-suite';
import { comesTrue } from '../support/admin/comes-true';
import { contentOf, makeEditable } from '../support/admin/content-manager';
import { chromium, whenAvailable } from '../support/requirements';

const product = 'plugin::commerce-bridge.product';

whenAvailable(chromium()).describe('a cached product in the Content Manager', (executable) => {
  const suite = adminSuite(executable, { products: 10, quota: 0, localDestinations: true });
  const { request, idAt, nameOf, synchronize, documentOf } = contentOf(suite);

  beforeAll(async () => {
    const { storeHash, accessToken, clientSecret } = suite.simulator.account;
    await request('PUT', '/commerce-bridge/settings', { storeHash, accessToken, clientSecret });
    await synchronize();
  });

  test('a form keeps what is typed while a resync is under way, and shows what came once that is undone', async () => {
    const id = idAt(7);
    const { page, open } = await suite.visit({ ofItsOwn: true });
    await makeEditable(page, { model: product, field: 'title' });
    const document = `/content-manager/collection-types/${product}/${await documentOf(product, id)}`;
    await open(document);
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.waitFor();
    const typed = new AbortController();
    await page.route('**/resync', async (route) => {
      const response = await route.fetch();
      if (!typed.signal.aborted) await once(typed.signal, 'abort');
      await route.fulfill({ response });
    });
    const reloads: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === document) reloads.push(request.method());
    });
    const before = nameOf(id);
    suite.simulator.store.products.update(id, { name: 'Renamed meanwhile' });
    await page.getByTestId('commerce-bridge-panel').getByRole('button', { name: 'Resync' }).click();
    await name.fill('Not saved yet');
    await page.getByText('Save your changes before you resync').waitFor();
    typed.abort();
    await page.getByText(/^Updated from BigCommerce/).waitFor();
    expect([reloads, await name.inputValue()]).toEqual([[], 'Not saved yet']);
    await page.getByText('once you have saved or undone your changes').waitFor();
    await name.fill(before);
    await comesTrue(page, 'document.querySelector("input[name=title]")?.value === "Renamed meanwhile"');
  });
});
