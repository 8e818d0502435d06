// Control characters (C0, DEL, and C1), line separators, and bidirectional formatting characters.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/;
const runs = new RegExp(`${controls.source}+`, 'g');
const each = new RegExp(controls.source, 'g');

/** The text on one line, without characters that control a terminal. */
export function printable(text: string): string {
  return text.replaceAll(runs, ' ');
}

/** JSON of the same value, with these characters escaped. */
export function printableJson(value: unknown, indent?: number): string {
  const lines = JSON.stringify(value, null, indent).split('\n');
  return lines.map((line) => line.replaceAll(each, escaped)).join('\n');
}

const escaped = (character: string): string => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
