import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import type { Container } from '../container';
import { pickingPermissionState } from '../database/migrations/027-picking-permission';
import { describeError } from '../lib/errors';
import { readProducts } from '../permissions';

const progress = z.enum(['due', 'done']);
type Progress = z.infer<typeof progress>;
const defaultRoles = ['strapi-editor', 'strapi-author'];

/**
 * Grants Strapi's default roles *Editor* and *Author* the permission to read cached products, and so to pick them,
 * once: an administrator who revokes it later is not overruled (behavior 9.2). A site without these roles is left
 * unchanged.
 */
export async function grantPicking(
  strapi: Core.Strapi,
  { state, logger }: Pick<Container, 'state' | 'logger'>,
): Promise<void> {
  let isDue = false;
  try {
    // Of several instances that start at once, only one finds it due.
    await state.change<Progress>(pickingPermissionState, progress, async (_, before) => {
      isDue = before === 'due';
      return 'done';
    });
    if (isDue) await grantToDefaultRoles(strapi);
  } catch (error) {
    if (isDue) await state.write(pickingPermissionState, 'due').catch(() => undefined);
    logger.error('the default roles Editor and Author were not given the permission to read products', {
      error: describeError(error),
    });
  }
}

async function grantToDefaultRoles(strapi: Core.Strapi): Promise<void> {
  const roles = await strapi.db.query('admin::role').findMany({ where: { code: { $in: defaultRoles } } });
  const permissions = strapi.service('admin::permission');
  const all = strapi
    .service('admin::content-type')
    .getPermissionsWithNestedFields([
      { ...permissions.actionProvider.get(readProducts.action), subjects: [readProducts.subject] },
    ]);
  for (const { id } of roles) {
    // On a new site, authors have one that is limited to their own entries.
    const before = await permissions.findMany({ where: { role: { id }, ...readProducts } });
    await permissions.deleteByIds(before.map((held: { id: number }) => held.id));
    await strapi.service('admin::role').addPermissions(id, all);
  }
}
