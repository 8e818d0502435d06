import { expect, test, vi } from 'vitest';
import { shortPace } from '../../scripts/chaos/pace';
import { violationsIn } from '../../scripts/chaos/report';
import { runChaos } from '../../scripts/chaos/run-chaos';
import { redisProgram } from '../support/instances/own-redis';
import { allOf, faketime, haproxy, postgres, whenAvailable } from '../support/requirements';
import { testSeed } from '../support/test-seed';

/* Every kind of trouble once. For a longer run, MariaDB, or more instances: npm run chaos */

vi.setConfig({ testTimeout: 900_000 });

whenAvailable(allOf(postgres(), redisProgram(), haproxy(), faketime())).describe('three instances', () => {
  test('keep every promise while they are killed, paused, restarted, cut off, and set to another time', async () => {
    const steps: string[] = [];
    const found = await runChaos({
      ...{ instances: 3, minutes: Infinity, rounds: 1, seed: testSeed, database: 'postgres', redis: true },
      pace: shortPace,
      log: (step) => void steps.push(step),
    });
    const violations = violationsIn(found);
    // With the texts as the message, since an assertion only shows the length of a list.
    expect(violations, [...violations, ...steps].join('; ')).toEqual([]);
  });
});
