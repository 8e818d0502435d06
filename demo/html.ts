/** Markup that is safe to send: made by `html`, which escapes everything that is put into it. */
export class Html {
  constructor(readonly text: string) {}
}

/** What a template takes: markup as it is, texts and numbers escaped, lists joined; the rest is nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template tag: `html\`<h1>${name}</h1>\`` escapes the name. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, index) => text + (index < parts.length ? markup(parts[index]) : '')).join(''));
}

/**
 * Markup that was written elsewhere, unchanged: descriptions from the store's control panel. The policy of the shop's
 * pages keeps scripts and styles in it from running.
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
