import { createProductPagesHere } from '../../server/src/upstream/product-page-reader';
import { createUpstreamCatalog } from '../../server/src/upstream/upstream-catalog-client';
import { createScriptedHttp, Refusal, type Script } from './scripted-http';
import { aWirePage } from './wire-builders';

export const productsPath = '/v3/catalog/products';
const unhurried = async () => undefined;

/** A catalog client whose upstream answers by the script, and what it asked. */
export function aCatalog(script: Script, drawVersion = async () => 1) {
  const http = createScriptedHttp(script);
  return {
    http,
    catalog: createUpstreamCatalog({
      http,
      pages: createProductPagesHere(unhurried),
      yieldIfDue: unhurried,
      drawVersion,
    }),
  };
}

/** Answers the listing of products with these, and other paths by the script. */
export function aProductCatalog(items: readonly unknown[], other: Script = () => new Refusal(404)) {
  return aCatalog((request) => (request.path === productsPath ? aWirePage(items) : other(request)));
}
