import { adminRoutes } from './admin';
import { contentApiRoutes } from './content-api';

export const routes = { admin: adminRoutes, contentApi: contentApiRoutes };
