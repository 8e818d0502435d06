import { describe, expect, test } from 'vitest';
import { issueWords } from '../../../admin/src/lib/issue-words';
import { type HealthCause, type HealthIssue, healthSubject } from '../../../contracts/admin/health';
import { causesOf } from '../../../server/src/health/causes';
import { milliseconds } from '../../../server/src/lib/durations';
import { nextTime } from '../../../server/src/lib/node-cron-scheduler';
import { TimeLimitError, withTimeLimit } from '../../../server/src/lib/time-limit';
import { translateTo } from '../../support/admin/translate';

const unchecked = (given: Pick<HealthIssue, 'causes'>): HealthIssue => ({
  code: 'unchecked',
  values: { subject: 'schedule', reason: 'In English.' },
  ...given,
});
const germanOf = async (issue: HealthIssue) => issueWords(issue, { t: await translateTo('de'), moment: String });

/** The error that `work` throws, as a check would receive it. */
async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('what could not be checked', () => {
  test.each(['en', 'de', 'fr', 'es'])('is named in the language %s', async (language) => {
    const t = await translateTo(language);
    const words = healthSubject.options.map((subject) =>
      issueWords({ code: 'unchecked', values: { subject, reason: 'ECONNRESET.' } }, { t, moment: String }),
    );
    expect(words).toEqual(healthSubject.options.map(() => expect.stringMatching(/^\S.* ECONNRESET\.$/)));
    expect(new Set(words).size).toBe(words.length);
  });

  test('says why in that language where the words are our own', async () => {
    const late = await thrownBy(() =>
      withTimeLimit(
        { clock: { wait: async () => undefined }, limit: milliseconds(60_000) },
        () => new Promise(() => {}),
      ),
    );
    expect(late).toBeInstanceOf(TimeLimitError);
    expect(await germanOf(unchecked(causesOf(late)))).toContain('Zeitüberschreitung nach 60 Sekunden');
    const unreadable = await thrownBy(() => nextTime({ expression: 'daily', timeZone: 'UTC' }, new Date(0)));
    expect(await germanOf(unchecked(causesOf(unreadable)))).toContain('„daily“ ist kein Cron-Ausdruck.');
  });

  test('quotes the words of others', async () => {
    expect(await germanOf(unchecked(causesOf(new Error('getaddrinfo ENOTFOUND'))))).toMatch(/: .* In English\.$/);
  });

  test('is left to the server where an earlier version found it', async () => {
    expect(await germanOf({ code: 'unchecked', values: {} })).toBeUndefined();
  });
});

test.each([
  ['delivery_not_json', {}, 'Der Inhalt ist kein JSON'],
  ['delivery_without_scope', {}, 'Der Inhalt nennt keinen Scope'],
  ['delivery_not_stored', { detail: 'database is locked' }, 'nicht gespeichert werden (database is locked)'],
] as const)('a delivery that failed says why: %s', async (code, values, words) => {
  const issue = {
    code: 'deliveries_failed' as const,
    values: { at: 'today', reason: 'English' },
    causes: [{ code, values }],
  };
  expect(await germanOf(issue)).toContain(words);
});

describe('a target that is not notified of changes', () => {
  const waiting = (given: Pick<HealthIssue, 'causes'>): HealthIssue => ({
    code: 'outbox_waiting',
    values: { target: 'cdn', count: 16, error: 'api.fastly.com responded with 503' },
    ...given,
  });
  const because = (code: HealthCause['code'], values: HealthCause['values']) =>
    germanOf(waiting({ causes: [{ code, values }] }));

  test('says why in the language of the administrator', async () => {
    const host = 'api.fastly.com';
    expect(await because('target_unreachable', { host, detail: 'ECONNREFUSED' })).toContain(
      '(api.fastly.com ist nicht erreichbar: ECONNREFUSED)',
    );
    expect(await because('target_refused', { host, status: 503, said: '' })).toContain(
      '(api.fastly.com hat mit 503 geantwortet)',
    );
    expect(await because('target_refused', { host, status: 403, said: 'no' })).toContain('mit 403 geantwortet: no)');
    expect(await because('time_limit', { limit: 30_000 })).toContain('(Zeitüberschreitung nach 30 Sekunden)');
    expect(await because('target_secret_unreadable', {})).toContain('entschlüsseln');
  });

  test('says it in English where an earlier version stored it, or where the own function of the site failed', async () => {
    expect(await germanOf(waiting({}))).toContain('(api.fastly.com responded with 503)');
  });
});
