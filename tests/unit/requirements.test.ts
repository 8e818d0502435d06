import { expect, test } from 'vitest';
import { judgeRequirement, type Requirement } from '../support/requirements';

const present: Requirement = { name: 'a browser', kind: 'present', at: '/usr/bin/browser' };
const absent = (onContinuousIntegration: 'failure' | 'skip'): Requirement => ({
  name: 'a browser',
  kind: 'absent',
  reason: 'none is installed',
  onContinuousIntegration,
});

test.each([
  ['what is there runs', { requirement: present, isComplete: true }, 'run'],
  [
    "what is missing on a developer's machine is skipped",
    { requirement: absent('failure'), isComplete: false },
    'skip',
  ],
  ['what is missing on continuous integration fails', { requirement: absent('failure'), isComplete: true }, 'fail'],
  ['what nobody needs to have is skipped everywhere', { requirement: absent('skip'), isComplete: true }, 'skip'],
] as const)('%s', (_fact, { requirement, isComplete }, verdict) => {
  expect(judgeRequirement(requirement, { isComplete })).toBe(verdict);
});
