import * as listedPages from '../../../server/src/sync/execution/listed-pages';
import { replaceModule } from '../replace-module';

/** The next page is requested when the previous one has been written. */
replaceModule('sync/execution/listed-pages', {
  readListing: <Item>(options: Parameters<typeof listedPages.readListing<Item>>[0]) =>
    listedPages.readListing<Item>({ ...options, readAhead: 1 }),
});
