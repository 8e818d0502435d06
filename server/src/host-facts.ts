import type { Core } from '@strapi/strapi';
import { catalogHookOf, fixedSettingsOf, redisSettingsOf } from './config';
import type { RedisSettings } from './instances/redis-address';
import type { CatalogHook } from './outbox/change-hook';
import type { FixedSettings } from './settings/fixed-settings';
import { createSealer, type Sealer } from './settings/sealed-secrets';

/** What the plugin reads from the host's configuration. */
export interface HostFacts {
  /** Null if the host has no `admin.secrets.encryptionKey`: then no secret is stored. */
  sealer: Sealer | null;
  /** Settings that come from the environment or from `config/plugins`. */
  fixed: FixedSettings;
  /** The site's own address without a trailing slash; `""` if none is configured. */
  siteUrl: string;
  /** The site's own function, called with changes to the catalog; null when there is none. */
  hook: CatalogHook | null;
  /** The Redis in which the site's instances share their limits; null: they share them in the database. */
  redis: RedisSettings | null;
}

export function hostFactsOf(strapi: Core.Strapi): HostFacts {
  const hostKey: unknown = strapi.config.get('admin.secrets.encryptionKey');
  const url: unknown = strapi.config.get('server.absoluteUrl');
  return {
    sealer: typeof hostKey === 'string' && hostKey !== '' ? createSealer(hostKey) : null,
    fixed: fixedSettingsOf(strapi.config.get('plugin::commerce-bridge')),
    hook: catalogHookOf(strapi.config.get('plugin::commerce-bridge')),
    redis: redisSettingsOf(strapi.config.get('plugin::commerce-bridge')),
    siteUrl: typeof url === 'string' ? url.replace(/\/+$/, '') : '',
  };
}
