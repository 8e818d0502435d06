import { expect } from 'vitest';
import { issueWords } from '../../../admin/src/lib/issue-words';
import type { HealthCheck } from '../../../server/src/health/health-check';
import { hours } from '../../../server/src/lib/durations';
import { translateTo } from '../admin/translate';

/** The time at which the checks of a test run. */
export const now = new Date('2026-03-10T12:00:00Z');
export const before = (duration: number) => new Date(now.getTime() - duration);
/** Returns the message of a check, which the admin's pages must also have in each of their languages. */
export const run = async (check: HealthCheck, previousAt: Date | null = before(hours(24))) => {
  const findings = await check.run({ now, previousAt, signal: new AbortController().signal });
  for (const language of ['en', 'fr', 'de', 'es']) {
    const t = await translateTo(language);
    for (const { code, values, causes } of findings)
      expect({
        language,
        code,
        words: issueWords({ code, values, ...(causes && { causes }) }, { t, moment: String }),
      }).toEqual({
        language,
        code,
        words: expect.stringMatching(/\S/),
      });
  }
  return findings.map(({ text }) => text);
};
