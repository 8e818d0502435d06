import { expect, test } from 'vitest';
import { collection } from '../../contracts/rest/collections';
import type { CollectionRecord } from '../../server/src/catalog/model/taxonomy-reader';
import { presentCollection } from '../../server/src/catalog/views/collection-view';

const kitchen: CollectionRecord = {
  id: 1,
  title: 'Kitchen',
  slug: 'kitchen',
  productCount: 3,
  content: '<p>All for it</p>',
  imageUrl: 'https://images.example/kitchen.jpg',
  parent: null,
  children: [],
};

test('a collection has its picture where it was asked for, named after the collection', () => {
  expect(collection.parse(presentCollection(kitchen, ['image'])).image).toEqual({
    url: 'https://images.example/kitchen.jpg',
    alt: 'Kitchen',
  });
  expect(presentCollection(kitchen)).not.toHaveProperty('image');
});

test('a collection without a picture has null', () => {
  expect(presentCollection({ ...kitchen, imageUrl: '' }, ['image']).image).toBeNull();
});
