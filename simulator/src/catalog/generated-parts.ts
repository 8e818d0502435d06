import type { Dice } from './dice';
import { IDS_PER_PRODUCT } from './generated-ids';
import type { CustomField, ProductImage } from './product-model';

const DRAW = { images: 2100, imageText: 2101, fields: 2200 } as const;

/** Thumbnail last, the others in descending order of `sort_order`: the list is not sorted (upstream 2.3). */
export function imagesOf(dice: Dice, { id, created }: { id: number; created: number }): ProductImage[] {
  const count = dice.between(id, DRAW.images, [0, 6]);
  return Array.from({ length: count }, (_, place) => {
    const order = count - 1 - place;
    return {
      id: id * IDS_PER_PRODUCT + order,
      is_thumbnail: order === 0,
      sort_order: order,
      description: dice.chance(id, DRAW.imageText + place, 500) ? `View ${order + 1}` : '',
      image_file: `g/${id % 1000}/picture-${order + 1}__${10_000 + (id % 90_000)}.jpg`,
      modified: created,
    };
  });
}

/** Zero to three custom fields. */
export function customFieldsOf(dice: Dice, id: number): CustomField[] {
  const names = ['Origin', 'Care', 'Batch'];
  const values = ['Portugal', 'Hand wash', `No. ${id % 50}`];
  const count = dice.between(id, DRAW.fields, [0, 3]);
  return names
    .slice(0, count)
    .map((name, place) => ({ id: id * IDS_PER_PRODUCT + place, name, value: values[place] ?? '' }));
}
