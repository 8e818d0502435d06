import { hasOnePermission } from './has-one-permission';

/** By the names that routes use: `plugin::commerce-bridge.has-one-permission`. */
export const policies = { 'has-one-permission': hasOnePermission };
