import type { CatalogStore } from '../writing/catalog-store';
import type { ImageHosts } from './image-hosts';

/** A catalog store that reports the image addresses of everything it writes. */
export function createNotingCatalogStore({
  store,
  imageHosts,
}: {
  store: CatalogStore;
  imageHosts: Pick<ImageHosts, 'note'>;
}): CatalogStore {
  return {
    ...store,
    upsert(transaction, entity, request) {
      imageHosts.note(request.responses.flatMap(({ items }) => items));
      return store.upsert(transaction, entity, request);
    },
  };
}
