import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type Login, logIn } from '../../scripts/lib/administrator';
import { recordActions, recordUids } from '../../server/src/content-types/record-uids';
import { adminRoutes } from '../../server/src/routes/admin';
import { createEditor, createUserOf, revokePermissions } from '../support/admin/admin-roles';
import { bootSite, type BootedSite, type BootOptions, removeSite } from '../support/sites/boot-site';
import { eventually } from '../support/time/eventually';

const { product } = recordUids;
const heldPermissions = z.object({
  data: z.array(z.looseObject({ action: z.string(), subject: z.string().nullable(), conditions: z.array(z.string()) })),
});

async function boot(options: BootOptions = {}): Promise<BootedSite> {
  const site = await bootSite({ fromNothing: true, ...options });
  let isStopped = false;
  onTestFinished(async () => {
    if (!isStopped) await site.stop();
    removeSite(site);
  });
  return {
    ...site,
    async stop() {
      isStopped = true;
      await site.stop();
    },
  };
}

const administratorOf = (site: BootedSite) => ({
  request: (...request: Parameters<BootedSite['admin']>) => site.admin(...request),
});

/** Our GET routes that do not respond to this administrator with 403. */
async function openTo(site: BootedSite, login: Login): Promise<string[]> {
  const { token } = await logIn(site, login);
  const open: string[] = [];
  for (const { path } of adminRoutes.routes.filter(({ method }) => method === 'GET')) {
    const { status } = await fetch(`${site.url}/commerce-bridge${path.replaceAll(/:\w+/g, '1')}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (status !== 403) open.push(path);
  }
  return open;
}

/** The permissions are set up a moment after the site listens. */
const mayPick = async (site: BootedSite, login: Login) => (await openTo(site, login)).includes('/products');

// The second one lists where a product is used.
const openToReaders = ['/products', '/records/:entity/:id/entries'];

const installed = (folder: string) => join(folder, 'installed');
const onlyIfInstalled = `(Object.defineProperty(module.exports['commerce-bridge'], 'enabled', {
  get: () => require('node:fs').existsSync(require('node:path').join(__dirname, '..', 'installed')),
  enumerable: true,
}), {})`;

const readableByPublic = (site: BootedSite) =>
  site.strapi.db
    .query('plugin::users-permissions.permission')
    .count({ where: { role: { type: 'public' }, action: { $in: [...recordActions] } } });

describe('who may pick products', () => {
  test("Strapi's editors and authors may from the start, and see nothing else of the plugin", async () => {
    const site = await boot();
    for (const code of ['strapi-editor', 'strapi-author'] as const) {
      const login = await createUserOf(administratorOf(site), code);
      await eventually(() => mayPick(site, login));
      expect(await openTo(site, login)).toEqual(openToReaders);
    }
  });

  test('editors and authors of a site that had them before the plugin may, too', async () => {
    const before = await boot({ configSource: onlyIfInstalled });
    const logins = [
      await createUserOf(administratorOf(before), 'strapi-editor'),
      await createUserOf(administratorOf(before), 'strapi-author'),
    ];
    await before.stop();
    writeFileSync(installed(before.folder), '');
    const site = await boot({ folder: before.folder });
    for (const login of logins) await eventually(() => mayPick(site, login));
  });

  test('the same roles may after the plugin was disabled for a while, and the public reads cached records', async () => {
    const users = { '@strapi/plugin-users-permissions': { jwtSecret: 'test-secret' } };
    const first = await boot({ configSource: onlyIfInstalled, sources: { installed: '' }, plugins: users });
    const { folder } = first;
    const editor = await createUserOf(administratorOf(first), 'strapi-editor');
    const isGranted = async (site: BootedSite) =>
      (await mayPick(site, editor)) && (await readableByPublic(site)) === recordActions.length;
    await eventually(() => isGranted(first));
    await first.stop();
    rmSync(installed(folder));
    const without = await boot({ folder });
    expect(await readableByPublic(without)).toBe(0);
    await without.stop();
    writeFileSync(installed(folder), '');
    const again = await boot({ folder });
    await eventually(() => isGranted(again));
  });

  test('an administrator who takes it away is not overruled at the next boot', async () => {
    const first = await boot();
    const editor = await createUserOf(administratorOf(first), 'strapi-editor');
    const author = await createUserOf(administratorOf(first), 'strapi-author');
    await eventually(() => mayPick(first, editor));
    await revokePermissions(administratorOf(first), 'strapi-editor');
    await first.stop();
    const second = await boot({ folder: first.folder });
    await eventually(() => mayPick(second, author));
    expect(await openTo(second, editor)).toEqual([]);
  });

  test('a role may that reads products in the Content Manager, and not one that only reads those it created', async () => {
    const site = await boot();
    const reader = await createEditor(administratorOf(site), {
      name: 'reader',
      permissions: [],
      content: [{ subject: product, actions: ['read'], fields: ['title'] }],
    });
    const creator = await createEditor(administratorOf(site), {
      name: 'creator',
      permissions: [],
      content: [{ subject: product, actions: ['read'], fields: ['title'], conditions: ['admin::is-creator'] }],
    });
    expect(await openTo(site, reader)).toEqual(openToReaders);
    expect(await openTo(site, creator)).toEqual([]);
  });
});

describe('what roles can be granted for cached records', () => {
  test('is reading and updating; creating and deleting are not there to be granted, not even to super admins', async () => {
    const site = await boot();
    const { body } = await site.admin('GET', '/admin/users/me/permissions');
    const actions = heldPermissions
      .parse(body)
      .data.filter(({ subject }) => subject === product)
      .map(({ action }) => action.replace('plugin::content-manager.explorer.', ''));
    expect(actions.sort()).toEqual(['read', 'update']);
    const { body: grantable } = await site.admin('GET', '/admin/permissions');
    expect(JSON.stringify(grantable)).toContain(product);
  });
});
