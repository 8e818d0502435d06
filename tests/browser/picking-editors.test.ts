import { beforeAll, expect, test } from 'vitest';
import { seriousBarriers } from '../support/admin/accessibility';
import { createUserOf } from '../support/admin/admin-roles';
import { adminSuite } from '../support/admin/admin-suite';
import { comesTrue } from '../support/admin/comes-true';
import { contentOf, story } from '../support/admin/content-manager';
import { chromium, whenAvailable } from '../support/requirements';
import { translateTo } from '../support/admin/translate';
import type { Login } from '../support/sites/start-site';

const product = 'plugin::commerce-bridge.product';
const languages = ['en', 'fr', 'de', 'es'];
/** Hidden by its store, without custom fields. */
const mug = { id: 90_001, name: 'Aardvark mug', price: 1234.5, is_visible: false };
/** Not sold, and without a stock to count. */
const poster = { id: 90_004, name: 'Aardvark poster', inventory_tracking: 'none', availability: 'disabled' } as const;
const roles = ['strapi-editor', 'strapi-author'] as const;

whenAvailable(chromium()).describe('people at the Content Manager, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 8, quota: 0, localDestinations: true });
  const { request, nameOf, served, synchronize, stories, createStory, documentOf } = contentOf(suite);

  /** The address of one that the store has. */
  const picture = () => {
    const { url, account, store } = suite.simulator;
    const shown = store.products.ids().map((id) => ({ id, image: store.products.get(id)?.images[0] }));
    const { id, image } = shown.find((each) => each.image !== undefined) ?? expect.unreachable();
    return `${url}/s-${account.storeHash}/products/${id}/images/${image?.id}/aardvark.1.220.290.jpg`;
  };
  const logins = new Map<(typeof roles)[number], Login>();

  beforeAll(async () => {
    const { storeHash, accessToken } = suite.simulator.account;
    const { products, categories, brands } = suite.simulator.store;
    const variants = [
      { sku: 'MUG-RED', options: { Color: 'Red' }, inventory_level: 3 },
      { sku: 'MUG-BLUE', options: { Color: 'Blue' }, inventory_level: 0, purchasing_disabled: true },
    ];
    products.create({ ...mug, channels: [1], inventory_tracking: 'variant', variants });
    products.create({ ...poster, channels: [1] });
    categories.create({ id: 90_002, name: 'Aardvarks', image_url: picture() });
    brands.create({ id: 90_003, name: 'Aardvark & Sons', image_url: picture() });
    await request('PUT', '/commerce-bridge/settings', { storeHash, accessToken });
    await synchronize();
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

  test('pick a product by typing its title and pressing Enter while the results of an earlier search are still shown', async () => {
    const [first = 0, second = 0] = await served();
    const { page, open } = await suite.visit();
    await open(`/content-manager/collection-types/${story}/create`);
    const combobox = page.getByRole('combobox', { name: 'hero' });
    await combobox.click();
    await combobox.fill(nameOf(second));
    await page.getByRole('option').nth(1).waitFor({ state: 'detached' });
    await page
      .getByRole('option')
      .filter({ hasText: nameOf(second) })
      .waitFor();
    let respond = (): void => undefined;
    const isEntered = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route(/\/commerce-bridge\/products\?.*search=/, async (route) => {
      await isEntered;
      await route.continue();
    });
    await combobox.fill(nameOf(first));
    await combobox.press('Enter');
    respond();
    await page.getByRole('button', { name: `Remove ${nameOf(first)}` }).waitFor();
    expect(await page.getByRole('button', { name: `Remove ${nameOf(second)}` }).count()).toBe(0);
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

  test.each(languages)(
    'see a product in the words of our own pages, in the list and on its page (%s)',
    async (language) => {
      const t = await translateTo(language);
      const { page, open } = await suite.visit({ language });
      await open(`/content-manager/collection-types/${product}?_q=Aardvark`);
      const row = page.getByRole('row').filter({ hasText: mug.name });
      const price = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(mug.price);
      for (const text of [price, t('commerce-bridge.product.yes'), t('commerce-bridge.product.draft')])
        await row.getByRole('gridcell', { name: text, exact: true }).waitFor();

      await open(`/content-manager/collection-types/${product}/${await documentOf(product, mug.id)}`);
      const shows = (label: string, text: string) =>
        page.getByRole('region', { name: label, exact: true }).getByText(text, { exact: true }).waitFor();
      await shows(t('commerce-bridge.product.publicationStatus'), t('commerce-bridge.product.draft'));
      await shows(t('commerce-bridge.product.availability'), t('commerce-bridge.product.availability.available'));
      await shows(t('commerce-bridge.product.inStock'), t('commerce-bridge.product.yes'));
      await shows(t('commerce-bridge.failure.id'), String(mug.id));
      await shows(t('commerce-bridge.product.price'), price);
      await shows(t('commerce-bridge.product.customFields'), t('commerce-bridge.product.customFields.none'));
      await shows(t('commerce-bridge.product.variants'), t('commerce-bridge.product.availability.disabled'));
    },
  );

  test('see of a product that is not sold, and not counted, just that, in the list, on its page and when they pick it', async () => {
    const { page, open } = await suite.visit();
    await open(`/content-manager/collection-types/${product}?_q=poster`);
    const row = page.getByRole('row').filter({ hasText: poster.name });
    await row.getByRole('gridcell', { name: 'Unavailable', exact: true }).waitFor();
    await open(`/content-manager/collection-types/${product}/${await documentOf(product, poster.id)}`);
    for (const [label, text] of [
      ['In stock', 'Unavailable'],
      ['Availability', 'Unavailable'],
      ['Stock level', '–'],
    ] as const)
      await page.getByRole('region', { name: label, exact: true }).getByText(text, { exact: true }).waitFor();
    await open(`/content-manager/collection-types/${story}/create`);
    const combobox = page.getByRole('combobox', { name: 'hero' });
    await combobox.click();
    await combobox.pressSequentially('poster');
    await page.getByRole('option', { name: poster.name }).getByText('Unavailable').waitFor();
  });

  test.each([
    ['category', 90_002],
    ['brand', 90_003],
  ])('see the picture and the id of a %s, in the list and on its page', async (kind, id) => {
    const model = `plugin::commerce-bridge.${kind}`;
    const { page, open } = await suite.visit();
    await open(`/content-manager/collection-types/${model}?_q=Aardvark`);
    await page.getByRole('gridcell', { name: String(id), exact: true }).waitFor();
    await comesTrue(page, isPictureShown(picture()));
    await open(`/content-manager/collection-types/${model}/${await documentOf(model, id)}`);
    await page.getByRole('region', { name: 'BigCommerce ID' }).getByText(String(id), { exact: true }).waitFor();
    await comesTrue(page, isPictureShown(picture()));
  });

  test('see in how many entries a product is used, and get to them', async () => {
    // The first one is what the editors above have picked.
    const [, used = 0, other = 0, unused = 0] = await served();
    await createStory({ title: 'Used in the hero', hero: used });
    await createStory({ title: 'Used in the list', products: [other, used] });
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

function isPictureShown(address: string): string {
  return `[...document.images].some(({ src, naturalWidth }) => src === ${JSON.stringify(address)} && naturalWidth > 0)`;
}
