import { describe, expect, test } from 'vitest';
import { readApiError } from '../../../admin/src/api/api-error';
import { refusalWords, settingIssueWords } from '../../../admin/src/lib/setting-issue-words';
import { type SettingIssue, settingIssue } from '../../../contracts/admin/settings';
import { milliseconds } from '../../../server/src/lib/durations';
import { definitions } from '../../../server/src/settings/definitions';
import { secretDefinitions } from '../../../server/src/settings/secret-definitions';
import { readFixedSettings } from '../../../server/src/settings/fixed-settings';
import { createSealer } from '../../../server/src/settings/sealed-secrets';
import { createSettingsService } from '../../../server/src/settings/settings-service';
import { InvalidSettingsError, type SettingProblem } from '../../../server/src/settings/settings-errors';
import { translateTo } from '../../support/admin/translate';
import { memorySettings } from '../../support/instances/memory-settings';

const languages = ['en', 'fr', 'de', 'es'];
const token = 'an-access-token-of-forty-characters-1234';
const clock = {
  now: () => new Date('2026-01-01T00:00:00Z'),
  monotonic: () => milliseconds(0),
  wait: () => Promise.resolve(),
};

interface Server {
  sealer: ReturnType<typeof createSealer> | null;
  variables: Record<string, string>;
}

const variables = { COMMERCE_BRIDGE_STORE_HASH: 'fromenv', COMMERCE_BRIDGE_ACCESS_TOKEN: token };

/** The problems of an update; by default, the server has a token and two settings from elsewhere. */
async function problemsOf(update: unknown, server: Partial<Server> = {}): Promise<readonly SettingProblem[]> {
  const { sealer, variables: given }: Server = { sealer: createSealer('host key'), variables, ...server };
  const fixed = readFixedSettings(given, { channelId: 5 });
  const refused: unknown = await createSettingsService({ store: memorySettings(), fixed, sealer, clock })
    .update(update)
    .catch((error: unknown) => error);
  if (!(refused instanceof InvalidSettingsError)) throw new Error('the update was taken');
  return refused.problems;
}

const message = 'in English';
const withEachTranslation = async (check: (t: Awaited<ReturnType<typeof translateTo>>, language: string) => void) => {
  for (const language of languages) check(await translateTo(language), language);
};

describe('why a setting is rejected', () => {
  const unusable = Object.fromEntries(
    [...Object.keys(definitions), ...Object.keys(secretDefinitions)].map((name) => [name, { nothing: 'takes this' }]),
  );

  test('is explained for every setting in every language, with what is allowed', async () => {
    const problems = await problemsOf(unusable);
    expect(problems.map(({ name }) => name).sort()).toEqual(Object.keys(unusable).sort());
    await withEachTranslation((t, language) => {
      for (const problem of problems) {
        const words = settingIssueWords({ ...problem, message }, t);
        expect({ language, name: problem.name, words }).toEqual({
          language,
          name: problem.name,
          words: expect.not.stringMatching(/^in English$|^$/),
        });
      }
    });
  });

  test.each<[string, SettingIssue['code'], Promise<readonly SettingProblem[]>]>([
    ['the body is no object', 'not_an_object', problemsOf([])],
    ['there is no such setting', 'unknown_setting', problemsOf({ nonsense: 1 })],
    ['it comes from the environment', 'fixed_by_environment', problemsOf({ storeHash: 'other' })],
    ['it comes from the configuration', 'fixed_by_config', problemsOf({ channelId: 7 })],
    ['the token would go elsewhere', 'token_needed_again', problemsOf({ apiUrl: 'https://elsewhere.example.com' })],
    [
      'the proxy secret would go elsewhere',
      'proxy_secret_needed_again',
      problemsOf(
        { graphqlUrl: 'https://elsewhere.example.com' },
        { variables: { COMMERCE_BRIDGE_TRUSTED_PROXY_SECRET: 'a-secret' } },
      ),
    ],
    [
      'every origin would get credentials',
      'credentials_for_all',
      problemsOf({ corsOrigins: ['*'], corsCredentials: true }),
    ],
    ['the host has no key', 'encryption_key_missing', problemsOf({ clientSecret: 'secret' }, { sealer: null })],
  ])('is explained in every language when %s', async (_, code, given) => {
    const [problem] = await given;
    expect(problem?.code).toBe(code);
    await withEachTranslation((t, language) => {
      const words = problem && settingIssueWords({ ...problem, message }, t);
      expect({ language, words }).toEqual({ language, words: expect.not.stringMatching(/^in English$|^$/) });
    });
  });

  test("formats the limits of a number in the reader's language", async () => {
    const [problem] = await problemsOf({ graphqlClientLimit: 21 });
    if (problem === undefined) throw new Error('21 was taken');
    expect(settingIssueWords(problem, await translateTo('fr'))).toBe('Saisissez un nombre entier de 1 à 20.');
    expect(settingIssueWords(problem, await translateTo('de'))).toBe('Geben Sie eine ganze Zahl von 1 bis 20 ein.');
  });

  test('names the actual limits of the setting', () => {
    const { webhookRetryDelays } = definitions;
    expect(webhookRetryDelays.expects.values).toMatchObject({ most: 20, highest: 604_800 });
    expect([20, 21].map((length) => webhookRetryDelays.schema.safeParse(Array(length).fill(604_800)).success)).toEqual([
      true,
      false,
    ]);
    expect(webhookRetryDelays.schema.safeParse([604_801]).success).toBe(false);
    expect(secretDefinitions.webhookSecret.expects.values).toEqual({ bytes: 64, most: 1024 });
    expect([64, 65].map((length) => secretDefinitions.webhookSecret.isAllowed('s'.repeat(length)))).toEqual([
      false,
      true,
    ]);
    expect([1024, 1025].map((length) => secretDefinitions.webhookSecret.isAllowed('s'.repeat(length)))).toEqual([
      true,
      false,
    ]);
    for (const name of ['accessToken', 'clientSecret', 'trustedProxySecret'] as const) {
      expect(secretDefinitions[name].expects.values).toEqual({ most: 512 });
      expect([512, 513].map((length) => secretDefinitions[name].isAllowed('s'.repeat(length)))).toEqual([true, false]);
    }
  });

  test('never contains a secret, and has the form of the contract', async () => {
    const problems = await problemsOf({ clientSecret: 'not usable because of spaces', webhookSecret: 'short secret' });
    expect(JSON.stringify(problems)).not.toMatch(/because of spaces|short secret/);
    for (const { code, values } of problems) expect(settingIssue.safeParse({ code, values }).success).toBe(true);
  });

  test('stays in English if it has no code, or an unknown one', async () => {
    const t = await translateTo('fr');
    for (const code of [null, 'of_a_newer_version', 'toString'])
      expect(settingIssueWords({ code, values: {}, message }, t)).toBe(message);
  });
});

describe('outside of the fields', () => {
  const fieldsOf = (...errors: object[]) =>
    readApiError({ status: 400, message: 'all of it in English', details: { errors } }).fields;
  const tooMany = {
    path: ['graphqlClientLimit'],
    message,
    name: 'ValidationError',
    code: 'whole_number',
    values: { from: 1, to: 20 },
  };

  test('each issue follows the name of its setting', async () => {
    const secret = { path: ['webhookSecret'], message, code: 'webhook_secret', values: { bytes: 64, most: 1024 } };
    expect(refusalWords(fieldsOf(tooMany, secret), await translateTo('fr'))).toBe(
      'Requêtes par seconde et par visiteur\u00a0: Saisissez un nombre entier de 1 à 20. Secret de webhook\u00a0: Le secret doit dépasser 64 octets, avec 1024 au maximum. Vous pouvez en générer un ici.',
    );
  });

  test('an unknown setting has only its issue', async () => {
    const unknown = { path: ['nonsense'], message, code: 'unknown_setting', values: { name: 'nonsense' } };
    expect(refusalWords(fieldsOf(unknown), await translateTo('en'))).toBe('The setting “nonsense” doesn’t exist.');
  });

  test('no text mixes two languages', async () => {
    const t = await translateTo('fr');
    expect(refusalWords(fieldsOf(tooMany, { path: ['search'], message }), t)).toBeUndefined();
    expect(refusalWords({}, t)).toBeUndefined();
  });
});
