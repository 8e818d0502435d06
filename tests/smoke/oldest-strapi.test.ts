import { expect, test, vi } from 'vitest';
import { preparePackage } from '../../scripts/lib/prepare-site';
import { runCase } from '../../scripts/matrix/run-case';
import { oldestStrapi, siteCases } from '../../scripts/matrix/site-case';
import { allOf, mysql, postgres, whenAvailable } from '../support/requirements';

/* The cases of the matrix that differ most from the prepared site. For all cases: npm run verify -- --matrix */

vi.setConfig({ testTimeout: 900_000 });

whenAvailable(allOf(postgres(), mysql())).describe('the packed archive works on the oldest Strapi', () => {
  test.each([
    ['oldest-node-22', /^22\./, /^PostgreSQL/],
    ['oldest-node-24', /^24\./, /^(MariaDB|MySQL)/],
  ])('%s', async (name, node, database) => {
    const site = siteCases.find((each) => each.name === name);
    if (!site) throw new Error(`The matrix has no case ${name}.`);
    const steps: string[] = [];
    const show = (step: string) => void steps.push(step);
    const archive = await preparePackage('oldest', show);

    expect(site.strapi).toBe(oldestStrapi);
    await expect(runCase(site, { archive, show })).resolves.toMatchObject({
      node: expect.stringMatching(node),
      database: expect.stringMatching(database),
    });
  });
});
