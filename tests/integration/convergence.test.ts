import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { expectConverged } from '../support/convergence/compare';
import { openStormyShop, type StormyShop } from '../support/convergence/stormy-shop';
import { sequences, type Step } from '../support/convergence/steps';

/*
 * More sequences:      CONVERGENCE_SEQUENCES=2000 npm test -- integration convergence
 * In the thread:       npm run build && CONVERGENCE_THREAD=dist/writer-thread/index.js npm test -- integration convergence
 * Others:              npm test -- integration convergence --sequence.seed=7
 * One that failed:     CONVERGENCE_PATH=… with the same seed (both are printed with the failure)
 */
const { CONVERGENCE_SEQUENCES = '200', CONVERGENCE_PATH, CONVERGENCE_THREAD } = process.env;
const thread = CONVERGENCE_THREAD === undefined ? null : { file: resolve(CONVERGENCE_THREAD), fewestItems: 1 };

describe('the public API returns exactly what upstream has', () => {
  let shop: StormyShop;

  beforeAll(async () => {
    shop = await openStormyShop(thread);
  });
  afterAll(() => shop.close());

  test(
    'after any changes, faults, lost and duplicate events, abandoned runs, and then one scheduled pass',
    async () => {
      const seen = new Set<Step['kind']>();
      const property = fc.asyncProperty(sequences, async (steps) => {
        await shop.reset();
        for (const step of steps) {
          await shop.apply(step);
          seen.add(step.kind);
        }
        await shop.calmDown();
        await expectConverged(shop);
      });
      await fc.assert(property, {
        numRuns: Number(CONVERGENCE_SEQUENCES),
        endOnFailure: true,
        ...(CONVERGENCE_PATH !== undefined && { path: CONVERGENCE_PATH }),
      });
      if (CONVERGENCE_PATH === undefined) expect(seen.size).toBe(7);
      expect(shop.simulator().defects).toEqual([]);
    },
    600_000 + Number(CONVERGENCE_SEQUENCES) * 3_000,
  );
});
