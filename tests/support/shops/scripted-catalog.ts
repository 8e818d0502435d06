import { createUpstreamCatalog } from '../../../server/src/upstream/upstream-catalog-client';
import { createScriptedHttp, Refusal, type Script } from '../http/scripted-http';
import { aWirePage } from './wire-builders';

export const productsPath = '/v3/catalog/products';
const unhurried = async () => undefined;

/** A catalog client with a scripted upstream, and the requests it sent. */
export function aCatalog(script: Script, drawVersion = async () => 1) {
  const http = createScriptedHttp(script);
  return {
    http,
    catalog: createUpstreamCatalog({
      http,
      yieldIfDue: unhurried,
      drawVersion,
    }),
  };
}

/** Returns these items for the product listing, and scripted responses for other paths. */
export function aProductCatalog(items: readonly unknown[], other: Script = () => new Refusal(404)) {
  return aCatalog((request) => (request.path === productsPath ? aWirePage(items) : other(request)));
}
