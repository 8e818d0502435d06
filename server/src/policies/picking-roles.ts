import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { permission, readProducts } from '../permissions';

const roleRows = z.array(z.object({ id: z.int(), name: z.string() }));
const permissionRows = z.array(
  z.object({ conditions: z.array(z.string()).nullish(), role: z.object({ id: z.int() }).nullable() }),
);

/** Strapi's roles by name, and which of them can pick products (behavior 9.2). */
export async function pickingRoles(
  strapi: Core.Strapi,
): Promise<{ id: number; name: string; picksProducts: boolean }[]> {
  const roles = await strapi.db.query('admin::role').findMany({ orderBy: 'name' });
  const granted = await strapi.db.query('admin::permission').findMany({
    where: { $or: [{ action: permission('catalog.read') }, readProducts] },
    populate: ['role'],
  });
  const picking = new Set(
    permissionRows
      .parse(granted)
      .filter(({ conditions }) => (conditions ?? []).length === 0)
      .map(({ role }) => role?.id),
  );
  return roleRows.parse(roles).map(({ id, name }) => ({ id, name, picksProducts: picking.has(id) }));
}
