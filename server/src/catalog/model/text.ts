import { Parser } from 'htmlparser2';

/** Invisible characters that would prevent matches: soft hyphen, zero-width space, word joiner, byte order mark. */
const invisible = /[\u00ad\u200b\u2060\ufeff]/gu;

/** White space and control characters, among them NUL, which PostgreSQL refuses in text. */
const blanks = /[\s\p{Cc}]+/gu;

/** Tags inside a word or sentence; every other tag separates what precedes it from what follows. */
const inlineTags = new Set([
  'a',
  'abbr',
  'acronym',
  'b',
  'bdi',
  'bdo',
  'big',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'ins',
  'kbd',
  'mark',
  'nobr',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
]);

/** Tags whose content is not visible text. */
const silentTags = new Set(['script', 'style']);

/**
 * The form in which texts are compared without regard to case: lower case, composed (NFC), every run of white space
 * and control characters one space, none at the ends. Stored texts and search terms pass through this same function, so
 * that every database gives the same results. The result never contains a line break.
 *
 * Two letters need more than `toLowerCase`: the Greek sigma, whose form depends on its position in a word, and the
 * Turkish dotted capital I, whose lower case keeps a stray dot.
 */
export function fold(text: string): string {
  return text
    .replace(invisible, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i')
    .normalize('NFC')
    .replace(blanks, ' ')
    .trim();
}

const { compare } = new Intl.Collator('und');

/** Orders names the same on every machine and in every language: accented letters follow unaccented ones. */
export function compareNames(one: string, other: string): number {
  return compare(fold(one), fold(other));
}

/**
 * The visible text of a piece of HTML, however malformed: entities decoded, scripts, styles and comments left out. Tags
 * that separate words become a space, tags within a word (`<b>`, `<span>`) disappear; white space is otherwise
 * unchanged.
 */
export function htmlToText(html: string): string {
  const parts: string[] = [];
  let silentDepth = 0;
  const parser = new Parser({
    onopentag(name) {
      if (silentTags.has(name)) silentDepth += 1;
      if (!inlineTags.has(name)) parts.push(' ');
    },
    onclosetag(name) {
      if (silentTags.has(name)) silentDepth -= 1;
      if (!inlineTags.has(name)) parts.push(' ');
    },
    ontext(text) {
      if (silentDepth === 0) parts.push(text);
    },
  });
  parser.end(html);
  return parts.join('');
}

/**
 * The text that `search` covers (behavior 2.11): the folded title and the folded text of the description. The line
 * break between them cannot occur in a folded term, so no match spans both.
 */
export function searchTextOf(product: { title: string; content: string }): string {
  return `${fold(product.title)}\n${fold(htmlToText(product.content))}`;
}
