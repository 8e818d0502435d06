import { expect, test } from '@jest/globals';
import { judgeRequirement, type Requirement } from '../support/requirements';

const absent = (onContinuousIntegration: 'failure' | 'skip'): Requirement => ({
  name: 'a browser',
  kind: 'absent',
  reason: 'none is installed',
  onContinuousIntegration,
});

test.each([
  ['what is there runs', { name: 'a browser', kind: 'present', at: '/usr/bin/browser' }, true, 'run'],
  ["what is missing on a developer's machine is skipped", absent('failure'), false, 'skip'],
  ['what is missing on continuous integration fails', absent('failure'), true, 'fail'],
  ['what nobody needs to have is skipped everywhere', absent('skip'), true, 'skip'],
] as const)('%s', (_fact, requirement, isComplete, verdict) => {
  expect(judgeRequirement(requirement, { isComplete })).toBe(verdict);
});
