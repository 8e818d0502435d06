import type { Core } from '@strapi/strapi';
import { ownSchemas } from '../content-types';

const cached = Object.keys(ownSchemas).map((name) => `plugin::commerce-bridge.${name}`);
const withheld = ['create', 'delete', 'publish'].map((name) => `plugin::content-manager.explorer.${name}`);

/**
 * Removes from Strapi's permissions the actions that are impossible for cached records (behavior 9.3): they cannot be
 * granted to any role, and the Content Manager never offers *Create new entry*, *Duplicate* and *Delete*. Call this in
 * `register`, before the Content Manager registers its actions.
 */
export function withholdActions(strapi: Core.Strapi): void {
  strapi
    .service('admin::permission')
    .actionProvider.hooks.willRegister.register(({ key, value }: { key: string; value: { subjects?: string[] } }) => {
      if (withheld.includes(key)) value.subjects = value.subjects?.filter((subject) => !cached.includes(subject)) ?? [];
    });
}
