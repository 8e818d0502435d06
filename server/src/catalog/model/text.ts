import { Parser, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

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

/**
 * Sorts by rank, then by title, the same on every machine and in every language: accented letters follow unaccented
 * ones. Each title is folded once, since a store may have tens of thousands of brands.
 */
export function sortedByTitle<Item extends { id: number; title: string }>(
  items: readonly Item[],
  rankOf: (item: Item) => number = () => 0,
): Item[] {
  return items
    .map((item) => ({ item, rank: rankOf(item), key: fold(item.title) }))
    .sort((one, other) => one.rank - other.rank || compare(one.key, other.key) || one.item.id - other.item.id)
    .map(({ item }) => item);
}

/**
 * How many tags may be open at once, until open tags are no longer matched with those that close them. Browsers stop at
 * 512. The time that the parser takes for a tag grows with how many are open: 600 KB of `<b>` took it 25 seconds.
 */
const deepestNesting = 512;

/**
 * The visible text of a piece of HTML, however malformed: entities decoded, scripts, styles and comments left out. Tags
 * that separate words become a space, tags within a word (`<b>`, `<span>`) disappear; white space is otherwise
 * unchanged. Takes time in proportion to the length (behavior 5.12).
 */
export function htmlToText(html: string): string {
  const parts: string[] = [];
  let depth = 0;
  let silentDepth = 0;
  const parser = new Parser({
    onopentag(name) {
      depth += 1;
      if (depth > deepestNesting) parser.pause();
      if (silentTags.has(name)) silentDepth += 1;
      if (!inlineTags.has(name)) parts.push(' ');
    },
    onclosetag(name) {
      depth -= 1;
      if (silentTags.has(name)) silentDepth -= 1;
      if (!inlineTags.has(name)) parts.push(' ');
    },
    ontext(text) {
      if (silentDepth === 0) parts.push(text);
    },
  });
  parser.end(html);
  return depth > deepestNesting ? textBetweenTags(html) : parts.join('');
}

/** The same for HTML that is nested too deeply, without regard to which tag closes which. */
function textBetweenTags(html: string): string {
  const parts: string[] = [];
  let silentTag: string | null = null;
  const separate = (name: string) => {
    if (!inlineTags.has(name)) parts.push(' ');
  };
  const ignore = () => {};
  const callbacks: TokenizerCallbacks = {
    onopentagname(start, end) {
      const name = html.slice(start, end).toLowerCase();
      silentTag ??= silentTags.has(name) ? name : null;
      separate(name);
    },
    onclosetag(start, end) {
      const name = html.slice(start, end).toLowerCase();
      if (name === silentTag) silentTag = null;
      separate(name);
    },
    ontext(start, end) {
      if (silentTag === null) parts.push(html.slice(start, end));
    },
    ontextentity(codePoint) {
      if (silentTag === null) parts.push(String.fromCodePoint(codePoint));
    },
    onattribdata: ignore,
    onattribend: ignore,
    onattribentity: ignore,
    onattribname: ignore,
    oncdata: ignore,
    oncomment: ignore,
    ondeclaration: ignore,
    onend: ignore,
    onopentagend: ignore,
    onprocessinginstruction: ignore,
    onselfclosingtag: ignore,
  };
  const tokenizer = new Tokenizer({}, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return parts.join('');
}

/**
 * The text that `search` covers (behavior 2.11): the folded title and the folded text of the description. The line
 * break between them cannot occur in a folded term, so no match spans both.
 */
export function searchTextOf(product: { title: string; content: string }): string {
  return `${fold(product.title)}\n${fold(htmlToText(product.content))}`;
}
