import { contentPermission } from '../policies/market-permissions';

/** No route uses it: Strapi's page of API tokens offers its actions as permissions to read markets (behavior 14.3). */
export const market = () => ({ read: contentPermission() });
