import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { contentToken, storySources } from '../support/sites/story-site';

const story = 'api::story.story';
const responded = z.looseObject({ data: z.looseObject({}) });

describe('what can be stored in the custom field "Commerce product"', () => {
  let site: BootedSite;
  let token: string;

  beforeAll(async () => {
    site = await bootSite({ sources: storySources });
    token = await contentToken(site);
  });
  afterAll(async () => {
    await site.stop();
    removeSite(site);
  });

  const create = (data: Record<string, unknown>) => site.strapi.documents(story).create({ data });
  const update = (documentId: string, data: Record<string, unknown>) =>
    site.strapi.documents(story).update({ documentId, data });
  async function read(documentId: string, query: string) {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${site.url}/api/stories/${documentId}?${query}`, { headers });
    return responded.parse(await response.json()).data;
  }

  test('one product and a list of products, as upstream ids, in the order of the list', async () => {
    const { documentId } = await create({ hero: 19, products: [12, 10, 11] });
    expect(await read(documentId, '')).toMatchObject({ hero: 19, products: [12, 10, 11] });
  });

  test('products that are not cached, since they may be imported later', async () => {
    const { documentId } = await create({ hero: 4711, products: [10, 4712] });
    expect(await read(documentId, '')).toMatchObject({ hero: 4711, products: [10, 4712] });
  });

  test('nothing; an empty list counts as nothing', async () => {
    const { documentId } = await create({ hero: null, products: [] });
    expect(await read(documentId, '')).toMatchObject({ hero: null, products: null });
  });

  test.each([
    ['a word', { hero: 'apple' }, /hero must be the upstream id/],
    ['an id as text', { hero: '19' }, /hero must be the upstream id/],
    ['a list where one belongs', { hero: [19] }, /hero must be the upstream id/],
    ['an object', { hero: { id: 19 } }, /hero must be the upstream id/],
    ['a fraction', { hero: 1.5 }, /hero must be the upstream id/],
    ['an id that no database column takes', { hero: 2 ** 53 }, /hero must be the upstream id/],
    ['one where a list belongs', { products: 19 }, /products must be a list/],
    ['a list with a word in it', { products: [19, 'apple'] }, /products must contain upstream ids/],
    ['the same product twice', { products: [19, 10, 19] }, /must not name a product twice/],
    ['more than a hundred products', { products: Array.from({ length: 101 }, (_, index) => index + 1) }, /at most 100/],
    ['a wrong value in a component', { look: { main: 0 } }, /main must be/],
    [
      'a wrong value in a component of a component',
      { looks: [{ shelf: { products: [10] } }, { shelf: { products: ['x'] } }] },
      /products must contain/,
    ],
    [
      'a wrong value in a dynamic zone',
      { blocks: [{ __component: 'story.shelf', products: [-1] }] },
      /products must contain/,
    ],
  ])('not %s', async (_what, data, why) => {
    await expect(create(data)).rejects.toThrow(why);
  });

  test('an error over HTTP is a 400 with the path of the field', async () => {
    const response = await fetch(`${site.url}/api/stories`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ data: { looks: [{ main: 10 }, { main: 'x' }] } }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { name: 'ValidationError', details: { errors: [{ path: ['looks', '1', 'main'] }] } },
    });
  });

  test('a changed entry is checked like a new one', async () => {
    const { documentId } = await create({ hero: 10 });
    await expect(update(documentId, { hero: 'x' })).rejects.toThrow(/hero must be/);
    await update(documentId, { hero: 11 });
    expect(await read(documentId, '')).toMatchObject({ hero: 11 });
  });

  test('a wrong value in a component that an update adds is a 400 with the path of the field', async () => {
    const { documentId } = await create({ hero: 10, look: { main: 11 } });
    const response = await fetch(`${site.url}/api/stories/${documentId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ data: { looks: [{ main: 10 }, { main: [12] }] } }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { details: { errors: [{ path: ['looks', '1', 'main'] }] } } });
  });

  test('what components hold from before is kept by clones and restores, which send them without ids', async () => {
    const looks = [{ main: 21, shelf: { caption: 'From before', products: [22] } }];
    const { documentId } = await create({ looks, blocks: [{ __component: 'story.shelf', products: [24] }] });
    const shelf = site.strapi.db.query('story.shelf');
    await site.strapi.db.query('story.look').updateMany({ where: { main: 21 }, data: { main: [21] } });
    await shelf.updateMany({ where: { caption: 'From before' }, data: { products: 22 } });
    const stored = await site.strapi.documents(story).findFirst({
      filters: { documentId },
      populate: { looks: true, blocks: true },
    });
    const [block] = z.object({ blocks: z.array(z.looseObject({ id: z.number() })) }).parse(stored).blocks;
    await shelf.updateMany({ where: { id: block?.id }, data: { products: 24 } });

    const data = {
      looks: [{ main: [21], shelf: { caption: 'From before', products: 22 } }],
      blocks: [{ __component: 'story.shelf', products: 24 }],
    };
    await update(documentId, data);
    await site.strapi.documents(story).clone({ documentId, data });
    const another = await create({ title: 'Another' });
    await expect(update(another.documentId, data)).rejects.toThrow(/main must be/);
    await expect(update(documentId, { looks: [{ main: [23] }] })).rejects.toThrow(/main must be/);
  });

  test('what an entry holds from before its field took several products, or only one', async () => {
    const { documentId } = await create({ hero: 10, look: { main: 11 } });
    await site.strapi.db.query(story).updateMany({ where: { documentId }, data: { hero: [10, 19], products: 12 } });
    const stored = responded.parse({
      data: await site.strapi.documents(story).findOne({ documentId, populate: ['look'] }),
    }).data;
    await site.strapi.db.query('story.look').updateMany({ where: { main: 11 }, data: { main: [11] } });
    const look = { ...z.looseObject({}).parse(stored.look), main: [11] };

    await update(documentId, { title: 'Renamed', hero: [10, 19], products: 12, look });
    expect(await read(documentId, 'populate=look')).toMatchObject({
      title: 'Renamed',
      hero: [10, 19],
      products: 12,
      look: { main: [11] },
    });
    for (const [changed, why] of [
      [{ hero: [10, 11] }, /hero must be/],
      [{ products: 13 }, /products must be a list/],
      [{ look: { ...look, main: [12] } }, /main must be/],
    ] as const)
      await expect(update(documentId, changed)).rejects.toThrow(why);
  });
});
