import type { LocalTexts } from '../../../server/src/upstream/mapping/local-texts';

/**
 * A text as upstream sends it: a fallback if `resolved` is another locale.
 * @param called `title /slug` in one text
 */
export function aText(id: number, called: string, more: Partial<LocalTexts> = {}): LocalTexts {
  const [title = '', slugClaim = ''] = called.split(' /');
  return {
    id,
    resolved: 'fr',
    title,
    slugClaim,
    path: `/${slugClaim}/`,
    content: '',
    seo: { pageTitle: '', metaDescription: '', metaKeywords: [] },
    ...more,
  };
}
