import { z } from 'zod';
import type { Definitions } from './setting-definition';
import { asBoolean, asNumber, asText, onOrOff, wholeNumber } from './setting-kinds';

/** What the storefront proxy lets through (behavior 8.1). */
export const storefrontDefinitions = {
  graphqlIntrospection: {
    variable: 'COMMERCE_BRIDGE_GRAPHQL_INTROSPECTION',
    ...onOrOff,
    fromText: asBoolean,
    fallback: true,
    allowed: 'true or false',
  },
  graphqlSafelist: {
    variable: 'COMMERCE_BRIDGE_GRAPHQL_SAFELIST',
    schema: z.string().trim().min(1).max(1000).nullable(),
    fromText: asText,
    fallback: null,
    expects: { code: 'safelist_folder', values: {} },
    allowed: "a folder of .graphql documents below the site's own folder, or nothing to let every document pass",
  },
  graphqlClientLimit: {
    variable: 'COMMERCE_BRIDGE_GRAPHQL_CLIENT_LIMIT',
    ...wholeNumber(1, 20),
    fromText: asNumber,
    fallback: 16,
    allowed: 'a whole number from 1 to 20',
  },
} satisfies Partial<Definitions>;
