import * as cursors from '../../../server/src/catalog/reading/page-cursors';
import { replaceModule } from '../replace-module';

/** A far page is reached by scanning from the start of its list. */
replaceModule('catalog/reading/page-cursors', {
  ...cursors,
  createPageCursors:
    () =>
    async (_request: unknown, { offset }: { offset: number }): Promise<cursors.Start> => ({
      after: null,
      skip: offset,
    }),
});
