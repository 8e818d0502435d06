import { type readListing } from '../../../server/src/sync/listed-pages';
import * as listedPages from '../../../server/src/sync/listed-pages';
import { replaceModule } from '../replace-module';

/** Each page is written by itself. */
replaceModule('sync/listed-pages', {
  async *readListing<Item>(options: Parameters<typeof readListing<Item>>[0]) {
    for await (const pages of listedPages.readListing<Item>(options)) for (const page of pages) yield [page];
  },
});
