/** Which texts a shopper sees: pure rules, each field on its own (upstream 20.5). */
import type { ChannelLocale } from './model';

export type TranslatedKind = 'product' | 'category' | 'brand';

/** Translated texts; what is absent falls back to the global text, silently. */
export interface LocalTexts {
  name?: string;
  description?: string;
  warranty?: string;
  pageTitle?: string;
  metaDescription?: string;
  metaKeywords?: string;
  searchKeywords?: string;
  availabilityDescription?: string;
  preorderMessage?: string;
  /** The address without a locale's prefix. */
  path?: string;
  /** Labels of options and modifiers by the global label, likewise those of their values. */
  labels?: Readonly<Record<string, string>>;
  /** Values of custom fields by the field's global name. */
  customFields?: Readonly<Record<string, string>>;
}

/** The text of this field in the shopper's locale, or else the global one. */
export function textOf<Field extends keyof LocalTexts>(
  texts: LocalTexts,
  field: Field,
  fallback: NonNullable<LocalTexts[Field]>,
): NonNullable<LocalTexts[Field]> {
  return texts[field] ?? fallback;
}

/**
 * The locale that is served: the directive's, else the first in the header that the channel has, else the channel's
 * default. A locale that is misspelled or not active is not served.
 */
export function resolveLocale(
  locales: readonly ChannelLocale[],
  asked: { directive: string | undefined; acceptLanguage: string | undefined },
): string {
  const active = locales.filter((locale) => locale.status === 'ACTIVE');
  const find = (code: string): string | undefined =>
    active.find((locale) => locale.code.toLowerCase() === code.toLowerCase())?.code;
  const fallback = locales.find((locale) => locale.isDefault)?.code ?? 'en';
  if (asked.directive !== undefined) return find(asked.directive) ?? fallback;
  const wanted = languagesOf(asked.acceptLanguage ?? '');
  return wanted.flatMap((code) => find(code) ?? find(code.split('-')[0] ?? '') ?? [])[0] ?? fallback;
}

/** The languages of an `Accept-Language` header, most wanted first. */
function languagesOf(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [code = '', quality = ''] = part.split(';').map((piece) => piece.trim());
      return { code, weight: /^q=[\d.]+$/.test(quality) ? Number(quality.slice(2)) : 1 };
    })
    .filter(({ code, weight }) => code !== '' && weight > 0)
    .sort((left, right) => right.weight - left.weight)
    .map(({ code }) => code);
}

/** The path prefix of a locale: none for the default one without its own path. */
export function localePrefix(locale: ChannelLocale): string {
  if (locale.path !== '') return `/${locale.path}`;
  return locale.isDefault ? '' : `/${locale.code}`;
}
