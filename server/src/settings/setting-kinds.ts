import { z } from 'zod';
import type { SettingIssue } from '../../../contracts/admin/settings';

/**
 * Parse the text of an environment variable. Text that does not parse is returned unchanged, and the schema rejects it.
 */
export const asText = (text: string) => text;
export const asNumber = (text: string) => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text);
export const asBoolean = (text: string) => ({ true: true, false: false })[text.trim().toLowerCase()] ?? text;
export const asList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
/** Text that is not JSON may contain a secret, so it is rejected like an absent value. */
export const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
export const asNumbers = (text: string) => asList(text).map(asNumber);

// As long as any browser accepts; removing trailing slashes takes time quadratic in the length.
const longestAddress = 2000;

/** An address that others are built from, so nothing may follow its path; without a trailing slash. */
export const httpAddress = z
  .string()
  .trim()
  .max(longestAddress)
  .refine((text) => isHttpAddress(text) && !/[?#]/.test(text))
  .transform((text) => text.replace(/\/+$/, ''));
export const origin = z
  .string()
  .trim()
  .refine((text) => isHttpAddress(text) && new URL(text).origin === text.replace(/\/$/, '').toLowerCase())
  .transform((text) => new URL(text).origin);

/** A whole number within inclusive bounds. */
export function wholeNumber(from: number, to: number): { schema: z.ZodType<number>; expects: SettingIssue } {
  return { schema: z.int().min(from).max(to), expects: { code: 'whole_number', values: { from, to } } };
}

/** A flag. */
export const onOrOff: { schema: z.ZodType<boolean>; expects: SettingIssue } = {
  schema: z.boolean(),
  expects: { code: 'on_or_off', values: {} },
};

/**
 * Whether a text is an http or https address without credentials, and without anything that parsers interpret
 * differently.
 */
export function isHttpAddress(text: string): boolean {
  return /^https?:\/\/[^/@?#]+([/?#]|$)/i.test(text) && !/[\s\\\p{Cc}]/u.test(text) && URL.canParse(text);
}

/**
 * The given value of a setting, for display to the person who gave it: an address is shown without its credentials and
 * without anything after its path. It was rejected, so where its credentials end is uncertain: nothing before its last
 * `@` is shown.
 */
export function shownValue(given: unknown): string {
  return JSON.stringify(given, (_, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/^(https?:[/\\]*)?.*@/is, '$1…@').replace(/^(https?:[^?#]*)[?#].+$/is, '$1…')
      : value,
  );
}
