import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { recordActions } from '../content-types/record-uids';
import type { Container } from '../container';
import { describeError } from '../lib/errors';

/** The state that tracks whether the public role was given its permissions. */
export const publicReadingState = 'public_reading';
const progress = z.enum(['due', 'done']);
const roleSchema = z.object({ id: z.int() });
const permissionRows = z.array(z.object({ action: z.string() }));

/**
 * Grants the role *Public* of Strapi's plugin *Users & Permissions* the permissions to read cached records, once: an
 * administrator who revokes them later is not overruled (behavior 13.7). On a site without that plugin, they are
 * granted once it is installed.
 */
export async function grantPublicReading(
  strapi: Core.Strapi,
  { state, logger }: Pick<Container, 'state' | 'logger'>,
): Promise<void> {
  if (!strapi.plugins['users-permissions']) return;
  let isDue = false;
  try {
    const role = roleSchema
      .nullable()
      .parse(await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } }));
    if (role === null) return;
    // Of several instances that start at once, only one finds it due.
    await state.change<z.infer<typeof progress>>(publicReadingState, progress, async (_, before) => {
      isDue = before !== 'done';
      return 'done';
    });
    if (isDue) await grantTo(role.id, strapi);
  } catch (error) {
    if (isDue) await state.write(publicReadingState, 'due').catch(() => undefined);
    logger.error('the public role was not given the permissions to read cached records', {
      error: describeError(error),
    });
  }
}

async function grantTo(role: number, strapi: Core.Strapi): Promise<void> {
  const permissions = strapi.db.query('plugin::users-permissions.permission');
  const granted = permissionRows.parse(
    await permissions.findMany({ where: { role: { id: role }, action: { $in: [...recordActions] } } }),
  );
  for (const action of recordActions) {
    if (!granted.some((held) => held.action === action)) await permissions.create({ data: { action, role } });
  }
}
