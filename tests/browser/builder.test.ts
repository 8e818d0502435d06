import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { launchBrowser, visitAdmin } from '../../scripts/lib/admin-browser';
import { registerAdministrator, type Administrator } from '../../scripts/lib/administrator';
import { startDevelopmentSite, type DevelopmentSite } from '../support/sites/development-site';
import { eventually } from '../support/time/eventually';
import { chromium, whenAvailable } from '../support/requirements';

const schema = z.looseObject({ attributes: z.record(z.string(), z.looseObject({})) });

whenAvailable(chromium()).describe('the Content-Type Builder of a site in development', (executable) => {
  let site: DevelopmentSite;
  let administrator: Administrator;
  let browser: Browser;

  beforeAll(async () => {
    site = await startDevelopmentSite();
    administrator = await registerAdministrator(site);
    browser = await launchBrowser(executable);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  test('offers the field "Commerce product" with its options, and an entry has it once the type is saved', async () => {
    const window = await visitAdmin(browser, { site, login: administrator.login });
    const { page, open } = window;
    await open('/plugins/content-type-builder/content-types/api::story.story');
    await page
      .getByRole('button', { name: /^Add another field/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Custom' }).click();
    await page
      .getByRole('button', { name: /Commerce product.*One or more products from your BigCommerce store/s })
      .click();
    await page.getByLabel('Name', { exact: true }).fill('gallery');
    await page.getByLabel('Multiple products').check();
    await page.getByRole('tab', { name: 'Advanced settings' }).click();
    await page.getByLabel('Required field').waitFor();
    await page.getByLabel('Private field').waitFor();
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    // Strapi restarts with what was saved.
    await eventually(async () => {
      // The site does not respond while it restarts.
      const response = await administrator
        .request('GET', '/content-manager/content-types/api::story.story/configuration')
        .catch(() => null);
      return response?.status === 200 && JSON.stringify(response.body).includes('"gallery"');
    }, 120_000);
    const file = join(site.folder, 'src', 'api', 'story', 'content-types', 'story', 'schema.json');
    const gallery = {
      type: 'customField',
      customField: 'plugin::commerce-bridge.product',
      options: { multiple: true },
    };
    expect(schema.parse(JSON.parse(readFileSync(file, 'utf8'))).attributes).toMatchObject({ gallery });

    await open('/content-manager/collection-types/api::story.story/create');
    await page
      .getByTestId('commerce-bridge-field')
      .filter({ has: page.getByRole('combobox', { name: 'gallery' }) })
      .waitFor();
    // Strapi's own check for the restart times out early on a slow machine.
    expect(window.exceptions.filter((message) => message !== 'timeout')).toEqual([]);
    await window.close();
  });
});
