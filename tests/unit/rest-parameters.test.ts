import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { brandListQuery, brandParams } from '../../contracts/rest/brands';
import { includeGroups } from '../../contracts/rest/parameters';
import { productListQuery, relatedProductsQuery } from '../../contracts/rest/products';
import { RestError } from '../../server/src/http/rest-errors';
import { createParameterReader } from '../../server/src/http/rest-parameters';

const readList = createParameterReader(productListQuery);
const readRelated = createParameterReader(relatedProductsQuery);

function list(query: string) {
  return readList(new URLSearchParams(query));
}

/** The `params` of the error; fails if nothing is rejected. */
function refusal(read: () => unknown): unknown {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    expect(error.code).toBe('invalid_parameter');
    return error.data.params;
  }
  throw new Error('nothing was refused');
}

describe('parameters of the product list', () => {
  test('have the specified defaults', () => {
    expect(list('')).toEqual({ per_page: 10, page: 1, orderby: 'date', order: 'desc' });
  });

  test('are parsed into values', () => {
    const given = list(
      'per_page=100&page=2&min_price=1.5&max_price=20&in_stock=true&on_sale=0&ids=3,1,3&include=brand,%20seo&sku=A1&search=x',
    );
    expect(given).toEqual({
      per_page: 100,
      page: 2,
      orderby: 'date',
      order: 'desc',
      min_price: 1.5,
      max_price: 20,
      in_stock: true,
      on_sale: false,
      ids: [3, 1],
      include: ['brand', 'seo'],
      sku: 'A1',
      search: 'x',
    });
  });

  test('that are unknown are ignored', () => {
    expect(list('utm_source=mail&filters[title]=x&per_page=5&__proto__=1')).toMatchObject({ per_page: 5 });
  });

  test.each([
    ['per_page=0', 'per_page'],
    ['per_page=101', 'per_page'],
    ['per_page=ten', 'per_page'],
    ['per_page=', 'per_page'],
    ['per_page=1.5', 'per_page'],
    ['per_page=1e1', 'per_page'],
    ['per_page=0x10', 'per_page'],
    ['per_page=%205', 'per_page'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=two', 'page'],
    ['page=', 'page'],
    ['page=99999999999999999999', 'page'],
    ['orderby=name', 'orderby'],
    ['orderby=', 'orderby'],
    ['order=up', 'order'],
    ['order=ASC', 'order'],
    ['min_price=cheap', 'min_price'],
    ['min_price=-1', 'min_price'],
    [`max_price=${'9'.repeat(400)}`, 'max_price'],
    ['in_stock=yes', 'in_stock'],
    ['on_sale=2', 'on_sale'],
    ['ids=1,x', 'ids'],
    ['ids=1,,2', 'ids'],
    ['ids=0', 'ids'],
    [`search=${'a'.repeat(251)}`, 'search'],
    ['include=everything', 'include'],
    ['include=brand,', 'include'],
    ['page=1&page=2', 'page'],
    ['page[a]=1', 'page'],
    ['page[]=1', 'page'],
    ['search[$contains]=x', 'search'],
    ['ids[]=1&ids[]=2', 'ids'],
  ])('%s is rejected by name', (query, name) => {
    expect(Object.keys(Object(refusal(() => list(query))))).toEqual([name]);
  });

  test('that are invalid are all named, each with what is allowed', () => {
    expect(refusal(() => list('per_page=101&page=0&order=up&min_price=x&in_stock=maybe&page=1'))).toEqual({
      page: 'must be given once and without brackets, as an integer from 1 to 2147483647',
      per_page: 'must be an integer from 1 to 100',
      order: 'must be one of: asc, desc',
      min_price: 'must be a number of at least 0',
      in_stock: 'must be true or false',
    });
  });

  test('list the known groups when an unknown one is included', () => {
    expect(refusal(() => list('include=colour'))).toEqual({
      include: `must be a comma list of ${includeGroups.join(', ')}`,
    });
  });

  test('that are blank filters filter nothing, as HTML forms send them', () => {
    expect(list('search=&category=&brand=&sku=&min_price=&max_price=&in_stock=&on_sale=&ids=&include=')).toEqual(
      list(''),
    );
  });

  test('accept as many ids as fit on a page', () => {
    const ids = Array.from({ length: 101 }, (_, index) => index + 1);
    expect(list(`ids=${ids.slice(0, 100).join(',')}`).ids).toHaveLength(100);
    expect(refusal(() => list(`ids=${ids.join(',')}`))).toEqual({
      ids: 'must be a comma list of at most 100 integers of at least 1',
    });
  });

  test('keep Unicode, percent signs, and backslashes in a search', () => {
    expect(list('search=%C3%89t%C3%A9+100%25+_+%5C').search).toBe('Été 100% _ \\');
  });

  test('survive broken percent-encoding', () => {
    expect(list('search=%E0%A4%A&page=2').page).toBe(2);
  });
});

test('related products default to 4 and are limited to 20', () => {
  expect(readRelated(new URLSearchParams('')).per_page).toBe(4);
  expect(readRelated(new URLSearchParams('per_page=20')).per_page).toBe(20);
  expect(refusal(() => readRelated(new URLSearchParams('per_page=21')))).toEqual({
    per_page: 'must be an integer from 1 to 20',
  });
});

test('brands are paged only on request, at most 250 per page', () => {
  const read = createParameterReader(brandListQuery);
  expect(read(new URLSearchParams(''))).toEqual({});
  expect(read(new URLSearchParams('per_page=250'))).toEqual({ per_page: 250 });
  expect(refusal(() => read(new URLSearchParams('per_page=251')))).toEqual({
    per_page: 'must be an integer from 1 to 250',
  });
});

test('a brand is identified by a number, however large, or by a slug, unchanged', () => {
  const read = createParameterReader(brandParams);
  for (const id of ['99999999999', 'acme', '-1', '1.0', '007']) expect(read([['id', id]])).toEqual({ id });
});

test('a number in a path is accepted, however large', () => {
  const read = createParameterReader(z.object({ id: z.int().min(0) }));
  expect(read([['id', '99999999999']])).toEqual({ id: 99_999_999_999 });
  for (const id of ['acme', '', '-1', '1.0'])
    expect(refusal(() => read([['id', id]]))).toEqual({ id: 'must be an integer of at least 0' });
});
