import * as contents from '../../../server/src/catalog/responses/response-content';
import * as indexes from '../../../server/src/catalog/responses/response-index';
import { replaceModule } from '../replace-module';

/** Each change checks every cached response. */
replaceModule('catalog/responses/response-index', {
  ...indexes,
  createResponseIndex(): indexes.ResponseIndex {
    const kept = new Map<string, contents.ResponseContent>();
    return {
      add: (key, content) => void kept.set(key, content),
      remove: (key) => void kept.delete(key),
      touchedBy: (change) =>
        new Set([...kept].flatMap(([key, content]) => (contents.isTouched(content, change) ? key : []))),
    };
  },
});
