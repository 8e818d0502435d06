import type { Core } from '@strapi/strapi';
import { ownSchemas } from '../content-types';

const cached = Object.keys(ownSchemas).map((name) => `plugin::commerce-bridge.${name}`);
const withheld = ['create', 'delete', 'publish'].map((name) => `plugin::content-manager.explorer.${name}`);

/**
 * Takes from Strapi's permissions what nobody can do with a cached record (behavior 9.3): no role can be granted it, and
 * the Content Manager offers *Create new entry*, *Duplicate* and *Delete* to nobody. To be called in `register`, before
 * the Content Manager registers its actions.
 */
export function withholdActions(strapi: Core.Strapi): void {
  strapi
    .service('admin::permission')
    .actionProvider.hooks.willRegister.register(({ key, value }: { key: string; value: { subjects?: string[] } }) => {
      if (withheld.includes(key)) value.subjects = value.subjects?.filter((subject) => !cached.includes(subject)) ?? [];
    });
}
