import * as memories from '../../../server/src/catalog/reading/list-memory';
import * as indexes from '../../../server/src/catalog/responses/response-index';
import { replaceModule } from '../replace-module';

/** Any change of a product drops everything that is known of lists. */
replaceModule('catalog/responses/response-index', {
  ...indexes,
  createResponseIndex(): indexes.ResponseIndex {
    const index = indexes.createResponseIndex();
    return {
      ...index,
      // A changed category touches all lists; this one is in no response.
      touchedBy: (change) =>
        index.touchedBy(change.products.length === 0 ? change : { ...change, categories: [...change.categories, -1] }),
    };
  },
});
replaceModule('catalog/reading/list-memory', {
  createListMemory(options: Parameters<typeof memories.createListMemory>[0]): memories.ListMemory {
    const memory = memories.createListMemory(options);
    return {
      ...memory,
      forget: (change) => memory.forget({ ...change, isEverything: change.isEverything || change.products.length > 0 }),
    };
  },
});
