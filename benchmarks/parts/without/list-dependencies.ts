import * as memories from '../../../server/src/catalog/reading/list-memory';
import * as contents from '../../../server/src/catalog/responses/response-content';
import { replaceModule } from '../replace-module';

/** Any change to a product drops everything cached for lists. */
replaceModule('catalog/responses/response-content', {
  ...contents,
  // A changed category affects all lists; this one is in no response.
  isTouchedBy: (change: Parameters<typeof contents.isTouchedBy>[0]) =>
    contents.isTouchedBy(change.products.length === 0 ? change : { ...change, categories: [...change.categories, -1] }),
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
