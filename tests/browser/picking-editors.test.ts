import { beforeAll, expect, test } from 'vitest';
import { seriousBarriers } from '../support/accessibility';
import { createUserOf } from '../support/admin-roles';
import { adminSuite } from '../support/admin-suite';
import { contentOf, story } from '../support/content-manager';
import { chromium, whenAvailable } from '../support/requirements';
import type { Login } from '../support/start-site';

const product = 'plugin::commerce-bridge.product';
const roles = ['strapi-editor', 'strapi-author'] as const;

whenAvailable(chromium()).describe('people at the Content Manager, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 8, quota: 0, localDestinations: true });
  const { request, nameOf, served, synchronise, stories, createStory, documentOf } = contentOf(suite);

  const logins = new Map<(typeof roles)[number], Login>();

  beforeAll(async () => {
    const { storeHash, accessToken } = suite.simulator.account;
    await request('PUT', '/commerce-bridge/settings', { storeHash, accessToken });
    await synchronise();
    for (const code of roles) logins.set(code, await createUserOf(suite.administrator, code));
  });

  test.each(roles)('of the default role %s pick products without a visit to permissions', async (code) => {
    const [first = 0] = await served();
    const { page, open } = await suite.visit({ login: logins.get(code) ?? expect.unreachable() });
    await open(`/content-manager/collection-types/${story}/create`);
    await page.getByRole('textbox', { name: 'title' }).fill(`Written by ${code}`);
    const combobox = page.getByRole('combobox', { name: 'hero' });
    await combobox.click();
    await combobox.pressSequentially(nameOf(first));
    await page
      .getByRole('option')
      .first()
      .filter({ hasText: nameOf(first) })
      .waitFor();
    await combobox.press('Enter');
    await page.getByRole('button', { name: `Remove ${nameOf(first)}` }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved document').waitFor();
    expect((await stories('')).find(({ title }) => title === `Written by ${code}`)).toMatchObject({ hero: first });
  });

  test.each(['super admin', 'editor'])(
    'are, as the %s is, not offered to create, duplicate or delete cached records',
    async (who) => {
      const login = logins.get('strapi-editor') ?? expect.unreachable();
      const { page, open } = await suite.visit(who === 'editor' ? { login } : {});
      await open(`/content-manager/collection-types/${product}`);
      const [id = 0] = await served();
      await page
        .getByRole('row')
        .filter({ hasText: nameOf(id) })
        .getByRole('button', { name: 'Row actions' })
        .click();
      await page.getByRole('menuitem', { name: /edit/i }).waitFor();
      expect(await page.getByRole('menuitem', { name: /duplicate|delete/i }).count()).toBe(0);
      await page.keyboard.press('Escape');
      expect(await page.getByRole('link', { name: 'Create new entry' }).count()).toBe(0);
      await open(`/content-manager/collection-types/${product}/${await documentOf(product, id)}`);
      await page.getByRole('button', { name: 'More actions' }).first().click();
      expect(await page.getByRole('menuitem', { name: /duplicate|delete/i }).count()).toBe(0);
    },
  );

  test('see the images of a product, its variants as a table, and prices in the currency of the store, and no JSON', async () => {
    const { products } = suite.simulator.store;
    const id = products.ids().find((each) => (products.get(each)?.images.length ?? 0) > 0) ?? 0;
    const { page, open } = await suite.visit();
    await open(`/content-manager/collection-types/${product}/${await documentOf(product, id)}`);
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    await region('Current price')
      .getByText(/^\$[\d,]+\.\d\d$/)
      .waitFor();
    await region('Images').getByRole('img').first().waitFor();
    await region('Variants').getByRole('gridcell', { name: /^\$/ }).first().waitFor();
    expect(await page.locator('.cm-editor').count()).toBe(0);
  });

  test('see in how many entries a product is used, and get to them', async () => {
    // The first one is what the editors above have picked.
    const [, used = 0, beside = 0, unused = 0] = await served();
    await createStory({ title: 'Used in the hero', hero: used });
    await createStory({ title: 'Used in the list', products: [beside, used] });
    const { page, open } = await suite.visit();
    await open(`/content-manager/collection-types/${product}/${await documentOf(product, used)}`);
    const panel = page.getByTestId('commerce-bridge-panel');
    await panel.getByText('Used in 2 entries').waitFor();
    await panel.getByRole('link', { name: /Used in the list/ }).waitFor();
    expect(await seriousBarriers(page, '[data-testid="commerce-bridge-panel"]')).toEqual([]);
    await panel.getByRole('link', { name: /Used in the hero/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Used in the hero' }).waitFor();
    await open(`/content-manager/collection-types/${product}/${await documentOf(product, unused)}`);
    await page.getByTestId('commerce-bridge-panel').getByText('Not used in any entry').waitFor();
  });
});
