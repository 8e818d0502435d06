import * as indexes from '../../../server/src/catalog/search/server-search-index';
import { replaceModule } from '../replace-module';

/** Searches scan all texts, with PostgreSQL's own index if there is one; writing is unchanged. */
replaceModule('catalog/search/server-search-index', {
  createServerSearchIndex: (database: Parameters<typeof indexes.createServerSearchIndex>[0]) => ({
    ...indexes.createServerSearchIndex(database),
    trust: () => undefined,
  }),
});
