import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { AdminSuite } from './admin-suite';
import { finishedRun } from '../sites/runs';

/** The content type of the site whose entries select products. */
export const story = 'api::story.story';
const created = z.object({ data: z.looseObject({ documentId: z.string() }) });
/** Entries as the Content Manager lists them. */
export const listed = z.looseObject({ results: z.array(z.looseObject({ documentId: z.string() })) });
const responded = z.object({
  data: z.array(z.looseObject({ title: z.string(), hero: z.unknown(), products: z.unknown() })),
});

const publicList = z.object({ products: z.array(z.looseObject({ id: z.int(), name: z.string() })) });

/** The Content Manager of a site, as administrators use it, and the resulting public API. */
export function contentOf(suite: AdminSuite) {
  const request = (method: string, path: string, body?: object) => suite.administrator.request(method, path, body);
  const idAt = (place: number) => suite.simulator.store.products.ids()[place] ?? 0;
  const nameOf = (id: number) => suite.simulator.store.products.get(id)?.fields.name ?? '';
  /** Ids of products that the public API serves and whose names are unique. */
  async function served(): Promise<number[]> {
    const response = await fetch(`${suite.site.url}/api/commerce-bridge/v1/products?per_page=100`);
    const { products } = publicList.parse(await response.json());
    return products
      .filter(({ name }) => products.filter((other) => other.name === name).length === 1)
      .map(({ id }) => id);
  }

  async function synchronize(): Promise<void> {
    await request('POST', '/commerce-bridge/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => request(method, path) });
  }
  async function stories(query: string) {
    const response = await fetch(`${suite.site.url}/api/stories?${query}`);
    return responded.parse(await response.json()).data;
  }
  async function createStory(data: object): Promise<string> {
    const { body } = await request('POST', `/content-manager/collection-types/${story}`, data);
    return created.parse(body).data.documentId;
  }
  async function documentOf(model: string, upstreamId: number): Promise<string> {
    const { body } = await request(
      'GET',
      `/content-manager/collection-types/${model}?filters[upstreamId][$eq]=${upstreamId}`,
    );
    return listed.parse(body).results[0]?.documentId ?? '';
  }

  return { request, idAt, nameOf, served, synchronize, stories, createStory, documentOf };
}

const configuration = z.looseObject({
  data: z.looseObject({
    contentType: z.looseObject({ metadatas: z.record(z.string(), z.looseObject({ edit: z.looseObject({}) })) }),
  }),
});

/** Makes a field of a content type editable in this window, as an attribute that the site adds would be. */
export async function makeEditable(page: Page, { model, field }: { model: string; field: string }): Promise<void> {
  await page.route(`**/content-manager/content-types/${model}/configuration`, async (route) => {
    const response = await route.fetch();
    const body = configuration.parse(await response.json());
    const metadata = body.data.contentType.metadatas[field];
    if (metadata !== undefined) metadata.edit['editable'] = true;
    await route.fulfill({ response, json: body });
  });
}
