import * as memories from '../../../server/src/catalog/reading/list-memory';
import { replaceModule } from '../replace-module';

/** Counts and search results are computed again for each request. */
replaceModule('catalog/reading/list-memory', {
  createListMemory: (options: Parameters<typeof memories.createListMemory>[0]): memories.ListMemory => ({
    ...memories.createListMemory(options),
    remember: (_kind, _about, compute) => compute(),
  }),
});
