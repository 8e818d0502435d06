import type { Core } from '@strapi/strapi';
import type { ReadableEntriesOf } from '../catalog/admin';
import { readProducts } from '../permissions';

/** What the roles of an administrator allow, as Strapi's admin stores it in the state of a request. */
interface Ability {
  can(action: string, subject: string, field?: string): boolean;
  rulesFor(action: string, subject: string, field?: string): unknown[];
}

/** What this administrator can read in the Content Manager, by content type, with the conditions of their roles. */
export function readableEntries(strapi: Core.Strapi, ability: Ability): ReadableEntriesOf {
  const { action } = readProducts;
  const conditionsOf = (model: string, rules: Pick<Ability, 'rulesFor'>): object | null =>
    strapi.service('admin::permission').createPermissionsManager({ ability: rules, action, model }).getQuery() ?? null;
  return (model) => {
    if (!ability.can(action, model)) return null;
    return {
      where: conditionsOf(model, ability),
      whereField(name) {
        // For a type, as opposed to an entry, this also says yes to rules with conditions.
        if (!ability.can(action, model, name)) return null;
        return conditionsOf(model, { rulesFor: (...subject) => ability.rulesFor(subject[0], subject[1], name) }) ?? {};
      },
    };
  };
}
