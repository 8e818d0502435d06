import { factories } from '@strapi/strapi';
import { recordUids } from '../content-types/record-uids';

const reading = (uid: (typeof recordUids)[keyof typeof recordUids]) =>
  factories.createCoreRouter(uid, { only: ['find', 'findOne'] });

/**
 * Cached records in the form of Strapi's own API, `GET <api prefix>/commerce-bridge/products`: with permissions, and
 * for clients that support no other form.
 */
export const recordRoutes = {
  products: reading(recordUids.product),
  categories: reading(recordUids.category),
  brands: reading(recordUids.brand),
};
