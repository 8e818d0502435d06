import fc from 'fast-check';
import type { FaultRequest } from '../../../simulator/src/faults';

/** One event in the shop. Numbers pick from whatever exists at that moment, so every sequence is valid. */
export type Step =
  | { kind: 'change'; change: Change; pick: number; other: number; value: number }
  | { kind: 'fault'; fault: FaultRequest }
  | { kind: 'deliveries'; lose: number; duplicate: number; reorder: number }
  | { kind: 'events are processed' }
  | { kind: 'run'; mode: 'full' | 'incremental' | 'sweep'; isAwaited: boolean }
  | {
      kind: 'killed run';
      mode: 'full' | 'incremental' | 'sweep';
      atCommit: number;
      isCommitted: boolean;
      isBusy: boolean;
    }
  | { kind: 'time passes'; seconds: number };

export const changes = [
  'create product',
  'create twin',
  'edit product',
  'sell off',
  'hide',
  'show',
  'delete product',
  'restock',
  'restock variant',
  'rename',
  'move between categories',
  'swap slugs',
  'take slug',
  'add image',
  'delete image',
  'choose thumbnail',
  'set custom fields',
  'add variant',
  'edit variant',
  'delete variant',
  'assign',
  'unassign',
  'track stock',
  'set availability',
  'set brand',
  'create category',
  'edit category',
  'hide category',
  'delete category',
  'bring category back',
  'create brand',
  'rename brand',
  'delete brand',
  'bring brand back',
] as const;
export type Change = (typeof changes)[number];

const anyNumber = fc.nat({ max: 1_000_000 });
const share = fc.constantFrom(0, 0, 0.2, 0.5, 1);
const mode = fc.constantFrom('full' as const, 'incremental' as const, 'sweep' as const);

const change: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('change' as const),
  change: fc.constantFrom(...changes),
  pick: anyNumber,
  other: anyNumber,
  value: anyNumber,
});

const path = fc.constantFrom(
  '/v3/catalog/*',
  '/v3/catalog/products',
  '/v3/catalog/products',
  '/v3/catalog/trees/categories',
  '/v3/catalog/brands',
  '/v2/store',
);
const route = {
  path,
  times: fc.integer({ min: 1, max: 4 }),
  skip: fc.integer({ min: 0, max: 3 }),
  rate: fc.constantFrom(0.5, 1),
};
const fault: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('fault' as const),
  fault: fc.oneof(
    fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom(500, 502, 503, 504, 404), ...route }),
    fc.record({
      kind: fc.constant('reset' as const),
      when: fc.constantFrom('before' as const, 'after' as const),
      ...route,
    }),
    fc.record({
      kind: fc.constant('truncate' as const),
      framing: fc.constantFrom('intact' as const, 'broken' as const),
      ...route,
    }),
    fc.record({ kind: fc.constant('rate-limit' as const), resetMilliseconds: fc.constantFrom(100, 3000), ...route }),
    fc.record({ kind: fc.constant('overload' as const), ...route }),
  ),
});

const step = fc.oneof(
  { weight: 14, arbitrary: change },
  { weight: 2, arbitrary: fault },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('deliveries' as const),
      lose: share,
      duplicate: share,
      reorder: fc.constantFrom(0, 0, 3),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'events are processed' }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('run' as const), mode, isAwaited: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('killed run' as const),
      mode,
      atCommit: fc.integer({ min: 1, max: 6 }),
      isCommitted: fc.boolean(),
      isBusy: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('time passes' as const), seconds: fc.integer({ min: 1, max: 900 }) }),
  },
);

/** Any sequence of changes, faults, lost and duplicate deliveries, runs, and kills. */
export const sequences: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 1, maxLength: 24, size: 'max' });
