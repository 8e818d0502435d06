import { hasOnePermission } from './has-one-permission';

/** By the name that routes use: `plugin::commerce-bridge.has-one-permission`. */
export const policies = { 'has-one-permission': hasOnePermission };
