import type { Core } from '@strapi/strapi';
import type { ReadableEntriesOf } from '../catalog/admin';
import { readProducts } from '../permissions';

/** What the roles of an administrator allow, as Strapi's admin stores it in the state of a request. */
interface Ability {
  can(action: string, subject: string, field?: string): boolean;
}

/** What this administrator can read in the Content Manager, by content type, with the conditions of their roles. */
export function readableEntries(strapi: Core.Strapi, ability: Ability): ReadableEntriesOf {
  const { action } = readProducts;
  return (model) => {
    if (!ability.can(action, model)) return null;
    const manager = strapi.service('admin::permission').createPermissionsManager({ ability, action, model });
    return { where: manager.getQuery() ?? null, readsField: (name) => ability.can(action, model, name) };
  };
}
