/** The credentials of an API account that a text contains; null for those that it does not. */
export interface AccountCredentials {
  storeHash: string | null;
  accessToken: string | null;
  clientSecret: string | null;
}

// People also copy the API path without the protocol, or without the host.
const apiPath = /(?:(?:https?:\/\/)?[^\s"'<>/]+)?\/stores\/([a-z0-9]{1,32})(?![a-z0-9])[^\s"'<>]*/i;
// A longer text is not the file of an API account.
const longestText = 20_000;
const secretForm = '[\\w.~+/=-]{16,}';

/** The store hash in an API path such as `https://api.bigcommerce.com/stores/abc123/v3/`; any other text unchanged. */
export function storeHashOf(text: string): string {
  const [path, hash] = apiPath.exec(text.trim()) ?? [];
  return hash !== undefined && path === text.trim() ? hash.toLowerCase() : text;
}

/**
 * Reads the text file that BigCommerce offers with a new API account, or any other text with an API path and an access
 * token (upstream 1.3), with labels before the values or above them. Null for a text without both.
 */
export function readCredentials(text: string): AccountCredentials | null {
  if (text.length > longestText) return null;
  const storeHash = apiPath.exec(text)?.[1]?.toLowerCase() ?? labeled(text, 'store[\\s_-]*hash', '[a-z0-9]{1,32}');
  const clientSecret = labeled(text, 'client[\\s_-]*secret', secretForm);
  const accessToken =
    labeled(text, '(?:access|auth)[\\s_-]*token', secretForm) ?? onlyToken(text, [clientSecret, clientIdOf(text)]);
  return storeHash === null || accessToken === null ? null : { storeHash, accessToken, clientSecret };
}

const clientIdOf = (text: string) => labeled(text, 'client[\\s_-]*id', secretForm);

/** The value after a label, or below it. */
function labeled(text: string, label: string, value: string): string | null {
  return new RegExp(`${label}["']?\\s*[:=]?\\s*["']?(${value})(?=["',;\\s]|$)`, 'i').exec(text)?.[1] ?? null;
}

/** The word that looks like a token; null if there is none, or more than one. */
function onlyToken(text: string, others: readonly (string | null)[]): string | null {
  const words = text.replace(apiPath, ' ').match(/(?<![\w.~+/=-])(?=[a-z0-9]*\d)[a-z0-9]{20,}(?![\w.~+/=-])/gi) ?? [];
  const [token, ...more] = words.filter((word) => !others.includes(word));
  return token === undefined || more.length > 0 ? null : token;
}

/** Where a store's owner creates API accounts; without a store hash, BigCommerce asks for the store (upstream 1.3). */
export function apiAccountsAddress(storeHash: string): string {
  return /^[a-z0-9]{1,32}$/i.test(storeHash)
    ? `https://store-${storeHash}.mybigcommerce.com/manage/settings/api-accounts`
    : 'https://login.bigcommerce.com/deep-links/settings/api-accounts';
}
