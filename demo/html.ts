/** Markup that is safe to send: created by `html`, which escapes all inserted values. */
export class Html {
  constructor(readonly text: string) {}
}

/** A value in a template: markup stays unchanged, texts and numbers are escaped, lists joined, other values omitted. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template tag: `html\`<h1>${name}</h1>\`` escapes the name. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, index) => text + (index < parts.length ? markup(parts[index]) : '')).join(''));
}

/**
 * Markup from elsewhere, unchanged: descriptions from the store's control panel. The content security policy of the
 * shop's pages blocks scripts and styles in it.
 */
export function written(text: string): Html {
  return new Html(text);
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function markup(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (sign) => entities.get(sign) ?? sign);
  if (typeof part === 'number') return String(part);
  return part.map(markup).join('');
}
