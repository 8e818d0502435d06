import { ApolloClient, ApolloLink, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client/core';
import { Client, fetchExchange } from '@urql/core';
import { ClientError, GraphQLClient } from 'graphql-request';

export type Variables = Record<string, unknown>;

/** A GraphQL client as used by a storefront. */
export interface ShopperClient {
  /** The data of a response; rejects with a `ShopperError` if the response has errors. */
  run(document: string, variables?: Variables, headers?: Record<string, string>): Promise<unknown>;
}

/** A client's error for its storefront. */
export class ShopperError extends Error {
  constructor(
    message: string,
    readonly code: string | null,
    readonly status: number | null,
  ) {
    super(message);
  }
}

type Fetch = typeof fetch;

/** Each client, set up as in its documentation. */
export const shopperClients: Record<string, (url: string, fetcher: Fetch) => ShopperClient> = {
  'graphql-request': (url, fetcher) => {
    const client = new GraphQLClient(url, { fetch: fetcher });
    return {
      async run(document, variables = {}, headers = {}) {
        try {
          return await client.request<unknown>(document, variables, headers);
        } catch (error) {
          if (!(error instanceof ClientError)) throw error;
          const [first] = error.response.errors ?? [];
          throw new ShopperError(first?.message ?? error.message, codeOf(first?.extensions), error.response.status);
        }
      },
    };
  },

  '@urql/core': (url, fetcher) => {
    // Without this it sends queries by GET, which the proxy does not accept.
    const client = new Client({ url, exchanges: [fetchExchange], preferGetMethod: false, fetch: fetcher });
    return {
      async run(document, variables = {}, headers = {}) {
        const isMutation = document.trimStart().startsWith('mutation');
        const context = { fetchOptions: { headers }, requestPolicy: 'network-only' as const };
        const { data, error } = await (
          isMutation ? client.mutation(document, variables, context) : client.query(document, variables, context)
        ).toPromise();
        if (!error) return data;
        const [first] = error.graphQLErrors;
        const response: unknown = error.response;
        throw new ShopperError(
          first?.message ?? error.message,
          codeOf(first?.extensions),
          response instanceof Response ? response.status : null,
        );
      },
    };
  },

  '@apollo/client/core': (url, fetcher) => {
    const client = new ApolloClient({ link: new HttpLink({ uri: url, fetch: fetcher }), cache: new InMemoryCache() });
    return { run: (document, variables = {}, headers = {}) => runWithApollo(client, { document, variables, headers }) };
  },
};

/** Runs a document with an Apollo client with any link. */
export async function runWithApollo(
  client: ApolloClient,
  request: { document: string; variables?: Variables; headers?: Record<string, string> },
): Promise<unknown> {
  const { document, variables = {}, headers = {} } = request;
  const isMutation = document.trimStart().startsWith('mutation');
  try {
    const { data } = isMutation
      ? await client.mutate<unknown>({
          mutation: gql(document),
          variables,
          context: { headers },
          fetchPolicy: 'no-cache',
        })
      : await client.query<unknown>({ query: gql(document), variables, context: { headers }, fetchPolicy: 'no-cache' });
    return data;
  } catch (error) {
    if (CombinedGraphQLErrors.is(error)) {
      const [first] = error.errors;
      throw new ShopperError(first?.message ?? error.message, codeOf(first?.extensions), null);
    }
    throw error;
  }
}

/** Combines the links of a client; the last one sends the request. */
export const apolloWith = (...links: ApolloLink[]): ApolloClient =>
  new ApolloClient({ link: ApolloLink.from(links), cache: new InMemoryCache() });

function codeOf(extensions: Record<string, unknown> | undefined): string | null {
  return typeof extensions?.code === 'string' ? extensions.code : null;
}
