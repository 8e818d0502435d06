import { beforeAll, describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { seriousBarriers } from '../support/admin/accessibility';
import { createEditor } from '../support/admin/admin-roles';
import { adminSuite } from '../support/admin/admin-suite';
import { comesTrue } from '../support/admin/comes-true';
import { contentOf, listed, makeEditable, story } from '../support/admin/content-manager';
import { violationsOf } from '../support/admin/content-policy';
import { chromium, whenAvailable } from '../support/requirements';

const product = 'plugin::commerce-bridge.product';

const field = (page: Page, name: string) =>
  page.getByTestId('commerce-bridge-field').filter({ has: page.getByRole('combobox', { name }) });
const chosenIn = (part: Locator) => part.getByRole('list', { name: 'Selected products' }).getByRole('listitem');

whenAvailable(chromium()).describe('the catalog in the Content Manager, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 40, quota: 0, localDestinations: true });
  const { request, idAt, nameOf, served, synchronize, stories, createStory, documentOf } = contentOf(suite);

  beforeAll(async () => {
    const { storeHash, accessToken, clientSecret } = suite.simulator.account;
    await request('PUT', '/commerce-bridge/settings', { storeHash, accessToken, clientSecret });
    suite.simulator.store.products.update(idAt(0), { is_visible: false });
    await synchronize();
  });

  describe('the field "Commerce product"', () => {
    test("selects products by keyboard and keeps their order, and the site's API returns them, even after a full sync", async () => {
      const [first = 0, second = 0, third = 0] = await served();
      const { page, open } = await suite.visit();
      await open(`/content-manager/collection-types/${story}/create`);
      await page.getByRole('textbox', { name: 'title' }).fill('Chosen by keyboard');
      await choose(page, 'hero', nameOf(first));
      await field(page, 'hero').getByText(nameOf(first), { exact: true }).waitFor();
      for (const id of [first, second, third]) await choose(page, 'products', nameOf(id));
      const products = field(page, 'products');
      await products.getByRole('button', { name: `Move ${nameOf(third)} up` }).click();
      await products
        .getByRole('status')
        .filter({ hasText: `${nameOf(third)} moved to position 2 of 3` })
        .waitFor({ state: 'attached' });
      await page.keyboard.press('Enter');
      await products.getByRole('status').filter({ hasText: 'position 1 of 3' }).waitFor({ state: 'attached' });
      await products.getByRole('button', { name: `Remove ${nameOf(first)}` }).click();
      expect(await chosenIn(products).count()).toBe(2);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved document').waitFor();

      const wanted = { hero: { id: first, name: nameOf(first) }, products: [{ id: third }, { id: second }] };
      const find = async () =>
        (await stories('commerceProducts=list')).find(({ title }) => title === 'Chosen by keyboard');
      expect(await find()).toMatchObject(wanted);
      await synchronize();
      expect(await find()).toMatchObject(wanted);
      await page.reload();
      await chosenIn(field(page, 'products')).first().getByText(nameOf(third), { exact: true }).waitFor();
    });

    test('can be reordered by dragging, up and down the list, and keeps the order', async () => {
      const [first, second, third] = [idAt(1), idAt(2), idAt(3)];
      const documentId = await createStory({ title: 'Dragged', products: [first, second, third] });
      const { page, open } = await suite.visit();
      await open(`/content-manager/collection-types/${story}/${documentId}`);
      const products = field(page, 'products');
      const line = (id: number) => chosenIn(products).filter({ has: page.getByText(nameOf(id), { exact: true }) });
      await line(third).waitFor();
      await line(third).dragTo(line(first));
      await products
        .getByRole('status')
        .filter({ hasText: `${nameOf(third)} moved to position 1 of 3` })
        .waitFor({ state: 'attached' });
      await line(first).dragTo(line(second));
      await products
        .getByRole('status')
        .filter({ hasText: `${nameOf(first)} moved to position 3 of 3` })
        .waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved document').waitFor();
      expect((await stories('')).find(({ title }) => title === 'Dragged')).toMatchObject({
        products: [third, second, first],
      });
    });

    test('shows price, stock, and image of its options, loads more on scrolling, and says when nothing matches', async () => {
      const { page, open } = await suite.visit();
      const blocked = violationsOf(page);
      await open(`/content-manager/collection-types/${story}/create`);
      const combobox = page.getByRole('combobox', { name: 'hero' });
      await combobox.click();
      const options = page.getByRole('option');
      await options.nth(19).waitFor();
      await expectText(options.first(), /\$[\d.,]+.*(in stock|out of stock)/is);
      await options.nth(19).scrollIntoViewIfNeeded();
      await options.nth(39).waitFor();
      await options.first().scrollIntoViewIfNeeded();
      await comesTrue(
        page,
        '[...document.querySelectorAll("[role=option] img")].some((image) => image.complete && image.naturalWidth > 0)',
      );
      expect(blocked).toEqual([]);
      await combobox.fill('no product is called this');
      await page.getByText('No matching products').waitFor();
    });

    test('marks products that the store hides and those that are not cached, and keeps them', async () => {
      const documentId = await createStory({ title: 'Marked', hero: 999_999, products: [idAt(0), 999_998] });
      const { page, open } = await suite.visit();
      await open(`/content-manager/collection-types/${story}/${documentId}`);
      await field(page, 'hero').getByText('Product 999999', { exact: true }).waitFor();
      await field(page, 'hero').getByText('Not in this site’s catalog').waitFor();
      await chosenIn(field(page, 'products')).first().getByText('Hidden on storefront').waitFor();
      await page.getByRole('textbox', { name: 'title' }).fill('Marked and saved');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved document').waitFor();
      expect((await stories('')).find(({ title }) => title === 'Marked and saved')).toMatchObject({
        hero: 999_999,
        products: [idAt(0), 999_998],
      });
    });

    test.each(['light', 'dark'] as const)('has no serious barrier for people with a disability (%s)', async (theme) => {
      const documentId = await createStory({
        title: `Barriers ${theme}`,
        hero: 999_999,
        products: [idAt(0), idAt(1), idAt(2)],
      });
      const { page, open } = await suite.visit({ theme });
      await open(`/content-manager/collection-types/${story}/${documentId}`);
      await chosenIn(field(page, 'products'))
        .nth(2)
        .getByText(nameOf(idAt(2)), { exact: true })
        .waitFor();
      expect(await seriousBarriers(page, '[data-testid="commerce-bridge-field"]')).toEqual([]);
      await page.getByRole('combobox', { name: 'products' }).click();
      await page.getByRole('option').first().waitFor();
      expect(await seriousBarriers(page, '[role="option"]')).toEqual([]);
      await open(`/content-manager/collection-types/${product}/${await documentOf(product, idAt(1))}`);
      await page.getByRole('link', { name: 'Open in BigCommerce' }).waitFor();
      expect(await seriousBarriers(page, '[data-testid="commerce-bridge-panel"]')).toEqual([]);
    });
  });

  describe('a cached product', () => {
    test('is listed with what distinguishes products', async () => {
      const { page, open } = await suite.visit();
      await open(`/content-manager/collection-types/${product}`);
      for (const column of ['Name', 'SKU', 'Current price', 'In stock', 'Status']) {
        await page.locator('thead th').filter({ hasText: column }).waitFor();
      }
      await page
        .locator('tbody tr')
        .first()
        .filter({ hasText: /Visible on storefront|Hidden on storefront/ })
        .waitFor();
    });

    test("has field labels in the administrator's language", async () => {
      const { page, open } = await suite.visit({ language: 'fr' });
      await open(`/content-manager/collection-types/${product}`);
      await page.getByRole('link', { name: 'Produit e-commerce' }).waitFor();
      await page.locator('thead th').filter({ hasText: 'Prix actuel' }).waitFor();
      await open(`/content-manager/collection-types/${product}/${await documentOf(product, idAt(5))}`);
      await page.getByRole('textbox', { name: 'Nom' }).waitFor();
    });

    test.each([
      ['category', ['Image', 'Name', 'Path', 'Visible on storefront', 'BigCommerce ID']],
      ['brand', ['Image', 'Name', 'Slug', 'BigCommerce ID']],
    ])('has its %s in a list that distinguishes them', async (kind, columns) => {
      const { page, open } = await suite.visit();
      await open(`/content-manager/collection-types/plugin::commerce-bridge.${kind}`);
      for (const column of columns) await page.locator('thead th').filter({ hasText: column }).first().waitFor();
      await page.locator('tbody tr').first().waitFor();
    });

    test('cannot be edited; its side panel shows how fresh it is, resyncs it, and links to the store', async () => {
      const id = idAt(5);
      const { page, open } = await suite.visit();
      await open(`/content-manager/collection-types/${product}/${await documentOf(product, id)}`);
      const panel = page.getByTestId('commerce-bridge-panel');
      await panel.getByText(/^Synced (now|\d+ (second|minute)s? ago)$/).waitFor();
      const title = page.getByRole('textbox', { name: 'Name' });
      await title.waitFor();
      expect(await title.isDisabled()).toBe(true);
      expect(await panel.getByRole('link', { name: 'Open in BigCommerce' }).getAttribute('href')).toBe(
        `https://store-${suite.simulator.account.storeHash}.mybigcommerce.com/manage/products/edit/${id}`,
      );
      suite.simulator.store.products.update(id, { name: 'Renamed in the store' });
      await panel.getByRole('button', { name: 'Resync' }).click();
      await page.getByText('Updated from BigCommerce').waitFor();
      await comesTrue(page, 'document.querySelector("input[name=title]")?.value === "Renamed in the store"');
      await panel.getByRole('button', { name: 'Resync' }).click();
      await page.getByText('Already up to date').waitFor();
    });

    test('is not resynced while the site’s own fields have unsaved changes, which that would discard', async () => {
      const { page, open } = await suite.visit({ ofItsOwn: true });
      await makeEditable(page, { model: product, field: 'title' });
      await open(`/content-manager/collection-types/${product}/${await documentOf(product, idAt(6))}`);
      const resync = page.getByTestId('commerce-bridge-panel').getByRole('button', { name: 'Resync' });
      await page.getByRole('textbox', { name: 'Name' }).fill('Not saved yet');
      await page.getByText('Save your changes before you resync').waitFor();
      expect(await resync.isDisabled()).toBe(true);
      await page.getByRole('textbox', { name: 'Name' }).fill(nameOf(idAt(6)));
      await page.getByText('Save your changes before you resync').waitFor({ state: 'detached' });
      expect(await resync.isEnabled()).toBe(true);
    });

    test('has the same panel as its category and brand, which are resynced the same way', async () => {
      const { page, open } = await suite.visit();
      for (const model of ['plugin::commerce-bridge.category', 'plugin::commerce-bridge.brand']) {
        const { body } = await request('GET', `/content-manager/collection-types/${model}?pageSize=1`);
        await open(`/content-manager/collection-types/${model}/${listed.parse(body).results[0]?.documentId ?? ''}`);
        const resynced = page.waitForResponse((response) => response.url().endsWith('/resync'));
        await page.getByTestId('commerce-bridge-panel').getByRole('button', { name: 'Resync' }).click();
        expect(await (await resynced).json()).toMatchObject({ outcome: 'unchanged' });
        await page.getByText('Already up to date').first().waitFor();
      }
    });

    test("has a panel that the site's own entries do not have", async () => {
      const { page, open } = await suite.visit();
      await open(`/content-manager/collection-types/${story}/${await createStory({ title: 'Plain' })}`);
      await page.getByRole('combobox', { name: 'hero' }).waitFor();
      expect(await page.getByTestId('commerce-bridge-panel').count()).toBe(0);
    });
  });

  test('an editor who reads no products keeps what was chosen, sees ids, and learns why', async () => {
    const documentId = await createStory({ title: 'For a writer', hero: idAt(1), products: [idAt(1), idAt(2)] });
    const login = await createEditor(suite.administrator, {
      name: 'writer',
      permissions: [],
      content: [
        { subject: story, actions: ['create', 'read', 'update'], fields: ['title', 'text', 'hero', 'products'] },
      ],
    });
    const { page, open } = await suite.visit({ login });
    await open(`/content-manager/collection-types/${story}/${documentId}`);
    await page
      .getByText(/^Your role can’t read products/)
      .first()
      .waitFor();
    expect(await page.getByRole('combobox', { name: 'products' }).count()).toBe(0);
    await page.getByRole('button', { name: `Move Product ${idAt(2)} up` }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved document').waitFor();
    expect((await stories('')).find(({ title }) => title === 'For a writer')).toMatchObject({
      hero: idAt(1),
      products: [idAt(2), idAt(1)],
    });
  });

  test('an editor who only reads products sees them, and cannot resync', async () => {
    const login = await createEditor(suite.administrator, {
      name: 'product-reader',
      permissions: [],
      content: [{ subject: product, actions: ['read'], fields: ['title', 'upstreamId', 'syncedAt'] }],
    });
    const { page, open } = await suite.visit({ login });
    await open(`/content-manager/collection-types/${product}/${await documentOf(product, idAt(1))}`);
    const panel = page.getByTestId('commerce-bridge-panel');
    await panel.getByText(/^Your role can’t resync/).waitFor();
    expect(await panel.getByRole('button', { name: 'Resync' }).isDisabled()).toBe(true);
    expect(await panel.getByRole('link', { name: 'Open in BigCommerce' }).count()).toBe(0);
  });

  test('images load from the hosts of the catalog and nowhere else', async () => {
    const policy =
      (await fetch(`${suite.site.url}/admin/content-manager`)).headers.get('content-security-policy') ?? '';
    const images =
      policy
        .split(';')
        .find((directive) => directive.startsWith('img-src '))
        ?.split(' ') ?? [];
    expect(images).toContain(new URL(suite.simulator.url).origin);
    expect(images).toContain("'self'");
    expect(images.filter((source) => source.includes('*') || source === 'https:' || source === 'http:')).toEqual([]);
    expect(
      (await fetch(`${suite.site.url}/api/commerce-bridge/v1/products`)).headers.get('content-security-policy') ?? '',
    ).not.toContain(suite.simulator.url);
  });

  async function choose(page: Page, name: string, title: string): Promise<void> {
    const combobox = page.getByRole('combobox', { name });
    await combobox.click();
    await combobox.pressSequentially(title);
    // The first option: until the search responds, earlier products are offered, and then none for a moment.
    await page.getByRole('option').first().filter({ hasText: title }).waitFor();
    await combobox.press('Enter');
    await chosenIn(field(page, name)).getByText(title, { exact: true }).waitFor();
  }
});

async function expectText(locator: Locator, pattern: RegExp): Promise<void> {
  expect(await locator.textContent()).toMatch(pattern);
}
