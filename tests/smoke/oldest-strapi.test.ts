import { expect, test, vi } from 'vitest';
import { preparePackage } from '../../scripts/lib/prepare-site';
import { runCase } from '../../scripts/matrix/run-case';
import { oldestStrapi, siteCases } from '../../scripts/matrix/site-case';
import { postgres, whenAvailable } from '../support/requirements';

/*
 * The case of the matrix that differs most from the prepared site. All: npm run verify -- --matrix
 */

vi.setConfig({ testTimeout: 900_000 });

whenAvailable(postgres()).describe('the packed archive', () => {
  test('works on the oldest Strapi, on Node 22', async () => {
    const site = siteCases.find(({ name }) => name === 'oldest-node-22');
    if (!site) throw new Error('The matrix has no case oldest-node-22.');
    const steps: string[] = [];
    const show = (step: string) => void steps.push(step);
    const archive = await preparePackage('oldest', show);

    expect(site.strapi).toBe(oldestStrapi);
    await expect(runCase(site, { archive, show })).resolves.toMatchObject({ node: expect.stringMatching(/^22\./) });
  });
});
