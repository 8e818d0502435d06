import type { Safelist } from './graphql-safelist';
import { chooseOperation, type ReadDocument } from './graphql-document';
import type { ProxyRequest } from './proxy-request';
import { InvalidGraphqlRequestError } from './storefront-errors';

/** What may be sent to the store. */
export interface AdmittedRequest {
  /** The body, as JSON: document, variables and the operation's name, serialized again from what was parsed. */
  body: string;
  /** Whether sending it twice does no more than sending it once. */
  isRepeatable: boolean;
}

export interface AdmissionRules {
  /** Throws what `readDocument` of `graphql-document.ts` throws. */
  readDocument: (text: string) => ReadDocument;
  allowsIntrospection: boolean;
  /** Null: every document passes. */
  safelist: Safelist | null;
}

/**
 * Decides whether a request is worth sending, and what exactly is sent; sends nothing upstream.
 * @throws InvalidGraphqlRequestError
 */
export function admit(
  request: ProxyRequest,
  { readDocument, allowsIntrospection, safelist }: AdmissionRules,
): AdmittedRequest {
  const { variables, operationName } = request;
  const query = request.query ?? persistedText(request, safelist);
  const document = chooseOperation(readDocument(query), operationName);
  if (document.asksForSchema && !allowsIntrospection)
    throw new InvalidGraphqlRequestError('Introspection is switched off here.');
  if (safelist && !safelist.allows(document.node))
    throw new InvalidGraphqlRequestError('This document is not on the safelist of this site.');
  return {
    body: JSON.stringify({
      query: document.printed(),
      ...(variables && { variables }),
      ...(operationName !== null && { operationName }),
    }),
    isRepeatable: document.operation.operation === 'query',
  };
}

// Both messages are defined by Apollo's protocol; they make clients send the document itself.
function persistedText({ sha256Hash, operationName }: ProxyRequest, safelist: Safelist | null): string {
  if (!safelist) throw new InvalidGraphqlRequestError('PersistedQueryNotSupported');
  const text = sha256Hash === null ? null : safelist.find({ sha256Hash, operationName });
  if (text === null) throw new InvalidGraphqlRequestError('PersistedQueryNotFound');
  return text;
}
