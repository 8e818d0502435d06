import { slugify } from './defaults';
import type { Dice } from './dice';
import { FIRST_PRODUCT_ID } from './generated-ids';
import { ADJECTIVES, MATERIALS, NOUNS, SENTENCES, UNICODE_NAMES } from './words';

const DRAW = { name: 1, unicode: 4, paragraphs: 28, sentence: 30, keywords: 2202, long: 2207 } as const;

/** The number at the end makes a name unique in the store, as upstream requires. */
export function nameOf(dice: Dice, id: number): string {
  const base = dice.chance(id, DRAW.unicode, 90)
    ? dice.pick(id, DRAW.unicode, UNICODE_NAMES)
    : `${dice.pick(id, DRAW.name, ADJECTIVES)} ${dice.pick(id, DRAW.name + 1, MATERIALS)} ${dice.pick(id, DRAW.name + 2, NOUNS)}`;
  return `${base} ${id - FIRST_PRODUCT_ID + 1}`;
}

/** Only the whole URL is unique: its last segment is occasionally that of the previous product. */
export function urlOf(dice: Dice, id: number): string {
  const clashes = id % 97 === 0 && id > FIRST_PRODUCT_ID;
  const slug = slugify(nameOf(dice, clashes ? id - 1 : id)) || String(id);
  return clashes ? `/outlet/${slug}/` : `/${slug}/`;
}

/** The search keywords of a product, or nothing. */
export function keywordsOf(dice: Dice, { id, name }: { id: number; name: string }): string {
  if (!dice.chance(id, DRAW.keywords, 600)) return '';
  return [name.split(' ')[1], 'gift', dice.pick(id, DRAW.keywords, MATERIALS)].join(', ').toLowerCase();
}

/** A few paragraphs of HTML; different in a later revision of the store. */
export function descriptionOf(
  { dice, revised, revision }: { dice: Dice; revised: Dice; revision: number },
  { id, name }: { id: number; name: string },
): string {
  // One in two hundred is very long, as when shops paste text from elsewhere.
  const paragraphs = dice.chance(id, DRAW.long, 5) ? 200 : dice.between(id, DRAW.paragraphs, [1, 5]);
  const parts = [`<h3>${name.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</h3>`];
  for (let place = 0; place < paragraphs; place += 1) {
    const first = revised.pick(id, DRAW.sentence + place * 2, SENTENCES);
    const second = revised.pick(id, DRAW.sentence + place * 2 + 1, SENTENCES);
    parts.push(`<p>${first} <strong>${second}</strong></p>`);
  }
  // Without it, a short description could be the same in two revisions.
  if (revision > 0) parts.push(`<p>Edition ${revision}</p>`);
  return parts.join('\n');
}
