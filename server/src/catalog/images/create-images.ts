import type { Foundation } from '../../database/create-foundation';
import type { CatalogTables } from '../tables/strapi-tables';
import type { CatalogStore } from '../writing/catalog-store';
import { createImageHosts } from './image-hosts';
import { createImageHostLearning } from './learn-image-hosts';
import { createNotingCatalogStore } from './noting-catalog-store';

/** Wires up what tracks the hosts of product images. */
export function createImages(
  parts: Pick<Foundation, 'database' | 'state' | 'workScheduler' | 'logger'> & { tables: CatalogTables },
) {
  const imageHosts = createImageHosts(parts);
  return {
    imageHosts,
    imageHostLearning: createImageHostLearning({ ...parts, imageHosts }),
    /** The same store, which also records the image hosts of what it writes. */
    noting: (store: CatalogStore) => createNotingCatalogStore({ store, imageHosts }),
  };
}
