import { adminRoutes } from './admin';
import { contentApiRoutes } from './content-api';
import { recordRoutes } from './record-routes';

export const routes = { admin: adminRoutes, contentApi: contentApiRoutes, ...recordRoutes };
