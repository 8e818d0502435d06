import * as responses from '../../../server/src/catalog/responses/create-responses';
import { replaceModule } from '../replace-module';

/** Each process keeps responses for itself. */
replaceModule('catalog/responses/create-responses', {
  ...responses,
  createResponses: (parts: Parameters<typeof responses.createResponses>[0]) =>
    responses.createResponses({ ...parts, values: null }),
});
