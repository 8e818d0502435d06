/** Word lists for generated catalogs. */

export const ADJECTIVES = [
  'Coastal',
  'Nordic',
  'Everyday',
  'Heritage',
  'Quiet',
  'Alpine',
  'Harbour',
  'Meadow',
  'Studio',
  'Copper',
  'Amber',
  'Slate',
  'Willow',
  'Juniper',
  'Saffron',
  'Midnight',
  'Sunday',
  'Foraged',
  'Hearth',
  'Lumen',
  'Orchard',
  'Pebble',
] as const;

export const MATERIALS = [
  'Linen',
  'Oak',
  'Stoneware',
  'Brass',
  'Wool',
  'Cork',
  'Enamel',
  'Walnut',
  'Cotton',
  'Glass',
  'Leather',
  'Bamboo',
  'Marble',
  'Steel',
  'Felt',
  'Rattan',
] as const;

export const NOUNS = [
  'Tote',
  'Mug',
  'Throw',
  'Lamp',
  'Apron',
  'Board',
  'Vase',
  'Kettle',
  'Notebook',
  'Stool',
  'Planter',
  'Candle',
  'Tray',
  'Jacket',
  'Scarf',
  'Basket',
  'Bowl',
  'Clock',
  'Rug',
  'Towel',
  'Teapot',
  'Cushion',
  'Carafe',
  'Shelf',
  'Backpack',
] as const;

/** Names that break Latin-only slugs or byte-counting columns: combining marks, right-to-left, astral, wide. */
export const UNICODE_NAMES = [
  'Crème Brûlée Dish',
  '日本の急須',
  'Καφές Δοχείο',
  'فنجان قهوة',
  'Žluťoučký Kůň Mug',
  'Smørrebrød Board',
  '☕️ Espresso Cup',
  'Ñandú Poncho',
  '한복 스카프',
  'Ёлка Candle',
  'Zażółć Gęślą Jaźń',
  '𝒮erif Notebook',
  'İstanbul Tepsi',
  '“Quoted” & <Sons> Jar',
  'Ångström Ruler',
  'Nguyễn Đình Lamp',
] as const;

export const SENTENCES = [
  'Made in small batches by people who sign the box they pack.',
  'It settles into a room as if it had always been there.',
  'The finish is rubbed in by hand and deepens over the years.',
  'Wipe it with a damp cloth; it asks for nothing else.',
  'We tested it for a year in three kitchens and one workshop.',
  'Every piece differs a little in grain and shade.',
  'Packed without plastic, in a box you will want to keep.',
  'The edges are softened so that it feels good in the hand.',
  'It stands up to daily use, and to the dishwasher too.',
  'Designed together with a studio that makes only one thing, well.',
  'Spare parts are available for ten years.',
  'The colour is dyed through and will not fade in the sun.',
] as const;

/** Generated names of categories. A pure function of the id, since an export only contains ids. */
export const CATEGORY_NAMES = [
  'Featured',
  'New In',
  'Bestsellers',
  'Living Room',
  'Bedroom',
  'Dining',
  'Office',
  'Outdoor',
  'Lighting',
  'Textiles',
  'Storage',
  'Decoration',
  'Coffee & Tea',
  'Tableware',
  'Travel',
  'Children',
  'Wellness',
  'Sale',
  'Bath',
  'Garden',
  'Publications',
  'Kitchen',
  'Utility',
  'Shop All',
  'Stationery',
  'Bags',
  'Candles',
  'Plants',
  'Cookware',
  'Glassware',
  'Rugs',
  'Accessories',
] as const;

export const BRAND_NAMES = [
  'Northbound',
  'Atelier Brume',
  'Kestrel & Co',
  'Field Notion',
  'Maison Alder',
  'Tidewater',
  'Osprey Works',
  'Lindqvist',
  'Common Thread',
  'Foxglove',
  'Ember & Ash',
  'Papelera Sol',
  'Hinoki House',
  'Stillwater',
  'Plain Goods',
  'Arbour',
  'Villa Ocre',
  'Granite Lane',
  'Wren Supply',
  'Mossline',
] as const;

export const COLORS = [
  ['Sand', '#d8c3a5'],
  ['Ink', '#1d2b3a'],
  ['Moss', '#5b7553'],
  ['Clay', '#b5654a'],
  ['Sky', '#8fb8de'],
  ['Plum', '#6b3e5e'],
  ['Mustard', '#d9a441'],
  ['Chalk', '#f1efe9'],
] as const;

export const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const;
export const PACKS = ['Single', 'Pair', 'Set of 4'] as const;

/**
 * The list's word for a number: at first the word itself, later with a counter, so that no two ids have the same name.
 */
export function nameFrom(words: readonly string[], id: number): string {
  const word = words[id % words.length] ?? 'Item';
  const round = Math.floor(id / words.length);
  return round === 0 ? word : `${word} ${round + 1}`;
}
