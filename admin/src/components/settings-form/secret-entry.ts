/** A secret in a form: `''` keeps what is stored, null removes it, anything else replaces it. */
export type SecretEntry = string | null;
