import { afterAll, beforeAll } from 'vitest';
import type { z } from 'zod';
import { bootSite, type BootedSite, type BootOptions, removeSite } from '../sites/boot-site';
import { catalogWriter } from '../shops/catalog-items';
import { keepsResponses } from '../instances/keeps-responses';
import { whenAvailable } from '../requirements';
import { fillShop } from '../shops/rest-shop';
import { databaseKinds, type TestDatabase } from './test-databases';

/** A site on some database with the catalog of `rest-shop`, for tests. */
export interface RestShop {
  site(): BootedSite;
  catalog(): ReturnType<typeof catalogWriter>;
  /** The body of a 200, validated by its contract. */
  read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>>;
  status(path: string): Promise<number>;
}

/** Declares the same tests for every kind of database, each with its own site. */
export function onEachDatabase(
  name: string,
  body: (shop: RestShop) => void,
  options: Pick<BootOptions, 'environment'> = {},
): void {
  for (const kind of databaseKinds) {
    whenAvailable(kind.requirement).describe(`${name} on ${kind.name}`, (at) => {
      let database: TestDatabase;
      let site: BootedSite;

      beforeAll(async () => {
        database = await kind.create(at);
        site = await bootSite({ ...options, ...(database.connection && { database: database.connection }) });
        await fillShop(catalogWriter(site.strapi));
        await keepsResponses(site);
      });
      afterAll(async () => {
        await site.stop();
        await database.drop();
        removeSite(site);
      });

      body({
        site: () => site,
        catalog: () => catalogWriter(site.strapi),
        status: async (path) => (await site.rest(path)).status,
        async read(path, schema) {
          const response = await site.rest(path);
          const responded: unknown = await response.json();
          if (response.status !== 200)
            throw new Error(`${path} returned ${response.status}: ${JSON.stringify(responded)}`);
          return schema.parse(responded);
        },
      });
    });
  }
}
