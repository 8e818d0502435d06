import { contentPermission } from '../policies/market-permissions';

/** No route has it: its actions are what Strapi's page of API tokens offers as permissions to read markets (behavior 14.3). */
export const market = () => ({ read: contentPermission() });
