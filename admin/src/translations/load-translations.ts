type Texts = Record<string, string>;

const languages: Record<string, () => Promise<{ default: Texts }>> = {
  en: () => import('./en.json'),
  fr: () => import('./fr.json'),
  de: () => import('./de.json'),
  es: () => import('./es.json'),
};

/** The texts of a language; empty for a language without translations, for which Strapi falls back to English. */
export async function loadTranslations(locale: string): Promise<Texts> {
  const load = languages[locale];
  return load === undefined ? {} : (await load()).default;
}
