import { describe, expect, test } from 'vitest';
import {
  currentStep,
  setupSteps,
  type SetupFacts,
  stepStates,
} from '../../../admin/src/pages/bridge/setup/setup-steps';

type Test = NonNullable<SetupFacts['test']>;
type Webhooks = NonNullable<SetupFacts['webhooks']>;

const settings: SetupFacts['settings'] = {
  storeHash: 'abc',
  accessToken: { isSet: true, lastFour: null, enterAgain: false },
};
const scopes = (granted: boolean): Test => ({
  kind: 'connected',
  store: { name: 'Shop', currency: 'USD', weightUnit: 'kg' },
  scopes: [{ scope: 'store_v2_products_read_only', granted, required: true, neededFor: 'products' }],
});
const rejected = (reason: Extract<Test, { kind: 'rejected' }>['reason']): Test => ({
  kind: 'rejected',
  reason,
  message: 'No.',
});
const done = { tested: true, registered: true, webhooksSkipped: false };

const facts = (given: Partial<SetupFacts>): SetupFacts => ({
  settings,
  progress: done,
  maySeeRuns: true,
  test: null,
  sync: undefined,
  webhooks: undefined,
  ...given,
});

describe('the step of the test', () => {
  const before = { test: null, progress: done };
  const never = { progress: { ...done, tested: false } };

  test.each<[string, Partial<SetupFacts>, string]>([
    ['done by a test that finds every scope', { ...never, test: scopes(true) }, 'done'],
    ['open after one that misses a scope, no matter what was before', { ...before, test: scopes(false) }, 'open'],
    ['open once the store rejects the credentials', { ...before, test: rejected('unauthorized') }, 'open'],
    ['done as before while the store cannot be reached', { ...before, test: rejected('unreachable') }, 'done'],
    ['done as before while the store is down', { ...before, test: rejected('unavailable') }, 'done'],
    ['open while the store cannot be reached for the first time', { ...never, test: rejected('unreachable') }, 'open'],
    ['done as before without a test', before, 'done'],
  ])('is %s', (_what, given, state) => {
    expect(stepStates(facts(given)).test).toBe(state);
  });
});

describe('the step of the webhooks', () => {
  const hook = {
    id: 1,
    scope: 'store/product/*',
    destination: 'https://shop.example.com',
    isActive: true,
    createdAt: null,
    updatedAt: null,
    lastAction: null,
  };
  const hooked = (problems: Webhooks['hooks'][number]['problems']) => ({ ...hook, problems });
  const view = (given: Partial<Webhooks>): Webhooks => ({ destination: null, problem: null, hooks: [], ...given });
  const problem = { code: 'upstream_unavailable' as const, values: {}, message: 'GET /v3/hooks returned 503.' };
  const skipped = { ...done, registered: false, webhooksSkipped: true };

  test.each<[string, Partial<SetupFacts>, string]>([
    ['done while the store cannot be asked for them', { webhooks: view({ problem }) }, 'done'],
    ['open once the store says that none is there', { webhooks: view({}) }, 'open'],
    ['open once one does not work', { webhooks: view({ hooks: [{ ...hook, problems: ['inactive'] }] }) }, 'open'],
    [
      'done once each works, also after it was skipped',
      { webhooks: view({ hooks: [{ ...hook, problems: [] }] }), progress: skipped },
      'done',
    ],
    [
      'done once each of its own works, on a copy of a site whose webhooks are left alone',
      { webhooks: view({ hooks: [hooked([]), hooked(['other_host'])] }) },
      'done',
    ],
    [
      'open on a copy of a site that has none of its own',
      { webhooks: view({ hooks: [hooked(['missing']), hooked(['other_host'])] }) },
      'open',
    ],
    ['open on a copy of a site that lacks all', { webhooks: view({ hooks: [hooked(['other_host'])] }) }, 'open'],
    ['skipped where somebody decided that', { webhooks: view({}), progress: skipped }, 'skipped'],
  ])('is %s', (_what, given, state) => {
    expect(stepStates(facts(given)).webhooks).toBe(state);
  });
});

test('the current step is the first that is neither done nor skipped', () => {
  const states = stepStates(facts({ progress: { ...done, tested: false } }));
  expect(setupSteps.map((step) => states[step])).toEqual(['done', 'open', 'open', 'done']);
  expect(currentStep(states)).toBe('test');
});
