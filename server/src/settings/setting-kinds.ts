import { z } from 'zod';
import type { SettingIssue } from '../../../contracts/admin/settings';

/** What becomes of the text of an environment variable. Where it does not fit, the text stays, and the schema refuses it. */
export const asText = (text: string) => text;
export const asNumber = (text: string) => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text);
export const asBoolean = (text: string) => ({ true: true, false: false })[text.trim().toLowerCase()] ?? text;
export const asList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
export const asNumbers = (text: string) => asList(text).map(asNumber);

// As long as any browser takes; what removes slashes from the end takes the square of the length.
const longestAddress = 2000;

/** An address that others are put together from, so nothing may follow its path; without a slash at the end. */
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

/** A whole number within bounds, both of them allowed. */
export function wholeNumber(from: number, to: number): { schema: z.ZodType<number>; expects: SettingIssue } {
  return { schema: z.int().min(from).max(to), expects: { code: 'whole_number', values: { from, to } } };
}

/** A flag. */
export const onOrOff: { schema: z.ZodType<boolean>; expects: SettingIssue } = {
  schema: z.boolean(),
  expects: { code: 'on_or_off', values: {} },
};

/** Whether a text is an http or https address without credentials in it, and without what parsers read differently. */
export function isHttpAddress(text: string): boolean {
  return /^https?:\/\/[^/@?#]+([/?#]|$)/i.test(text) && !/[\s\\\p{Cc}]/u.test(text) && URL.canParse(text);
}

/**
 * What was given for a setting, to be shown to whoever gave it: of an address, neither credentials nor what follows the
 * path. It was refused, so where its credentials end is anybody's guess: nothing before its last `@` is shown.
 */
export function shownValue(given: unknown): string {
  return JSON.stringify(given, (_, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/^(https?:[/\\]*)?.*@/is, '$1…@').replace(/^(https?:[^?#]*)[?#].+$/is, '$1…')
      : value,
  );
}
