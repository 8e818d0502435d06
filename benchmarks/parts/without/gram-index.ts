import * as indexes from '../../../server/src/catalog/search/server-search-index';
import { replaceModule } from '../replace-module';

/** Terms are looked for in all texts, with PostgreSQL's own index if there is one; what is written stays the same. */
replaceModule('catalog/search/server-search-index', {
  createServerSearchIndex: (database: Parameters<typeof indexes.createServerSearchIndex>[0]) => ({
    ...indexes.createServerSearchIndex(database),
    trust: () => undefined,
  }),
});
