import type { Core } from '@strapi/strapi';
import { containerOf } from '../container';
import { restBasePath } from '../http/rest-base-path';
import { createGraphqlIntake } from './graphql-intake';

/** Installs the intake after the guard and before the host's middlewares; call this in `register`. */
export function installGraphqlIntake(strapi: Core.Strapi): void {
  const services = () => {
    const { storefront, clock } = containerOf(strapi);
    return { documents: storefront.documents, clock };
  };
  strapi.server.use(createGraphqlIntake({ basePath: restBasePath(strapi), services }));
}
