import { expect, test } from 'vitest';
import { combined, exitCodes, type ExitCode } from '../../../cli/src/exit-codes';

const { done, failed, refused, unreachable, partial } = exitCodes;

test.each<[string, ExitCode[], ExitCode]>([
  ['nothing to do', [], done],
  ['everything done', [done, done], done],
  ['some done', [failed, done, refused], partial],
  ['some done in part', [refused, partial], partial],
  ['nothing done, for different reasons', [refused, failed, unreachable], refused],
])('several operations with %s have an exit code that says so', (_, codes, expected) => {
  expect(combined(codes)).toBe(expected);
});
