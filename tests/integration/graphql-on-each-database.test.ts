import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { recordActions } from '../../server/src/content-types/record-uids';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';
import { greedyQueries } from '../support/http/greedy-queries';
import { unrelateHidden } from '../support/http/hostile-caller';
import { hostileGraphql } from '../support/http/hostile-graphql';
import { whenAvailable } from '../support/requirements';
import { articleSite, publicRole } from '../support/sites/article-site';
import { type BootedSite, removeSite } from '../support/sites/boot-site';
import { eventually } from '../support/time/eventually';

const responded = z.object({ errors: z.array(z.looseObject({ message: z.string() })).optional() });

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a hostile caller of Strapi's GraphQL, on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let site: BootedSite;

    beforeAll(async () => {
      database = await kind.create(at);
      site = await articleSite({
        ...(database.connection && { database: database.connection }),
        plugins: { '@strapi/plugin-graphql': { landingPage: false, depthLimit: 5 } },
      });
      const permissions = site.strapi.db.query('plugin::users-permissions.permission');
      const where = { role: { id: await publicRole(site) }, action: { $in: [...recordActions] } };
      await eventually(async () => (await permissions.count({ where })) === recordActions.length);
    });
    afterAll(async () => {
      await site.stop();
      await database.drop();
      removeSite(site);
    });

    async function ask(query: string): Promise<{ status: number; text: string }> {
      const response = await fetch(`${site.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      return { status: response.status, text: await response.text() };
    }
    const askAll = async (queries: readonly string[]) => {
      const responses = new Map<string, { status: number; text: string }>();
      for (const query of queries) responses.set(query, await ask(query));
      return responses;
    };

    test('learns nothing of hidden records, not even that there are any, and learns what is wrong', async () => {
      const before = await askAll(hostileGraphql);
      const having = (words: RegExp) => [...before].filter(([, { text }]) => words.test(text));
      expect(having(/"[^"]*secret (draft|withdrawn|cellar|attic|inc)/i)).toEqual([]);
      expect(having(/internal server error|sqlite|sqlstate|select |relation "/i)).toEqual([]);
      expect(having(/Apple/).length).toBeGreaterThan(3);

      const restore = await unrelateHidden(site);
      try {
        expect([...(await askAll(hostileGraphql))]).toEqual([...before]);
      } finally {
        await restore();
      }
    });

    test.each(greedyQueries)('is refused %s', async (_what, query, message) => {
      const { errors = [] } = responded.parse(JSON.parse((await ask(query)).text));
      expect(errors.map((error) => error.message).join()).toMatch(message);
    });
  });
}
