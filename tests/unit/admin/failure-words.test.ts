import { describe, expect, test } from 'vitest';
import { readApiError } from '../../../admin/src/api/api-error';
import { failureWords } from '../../../admin/src/lib/failure-words';
import { failureIssue } from '../../../contracts/admin/failures';
import { StoreSwitchedError, StoreSwitchError } from '../../../server/src/catalog/shop/cached-shop';
import type { CommerceBridgeError } from '../../../server/src/lib/errors';
import { TimeLimitError } from '../../../server/src/lib/time-limit';
import { MarketNotReadyError } from '../../../server/src/markets/market-errors';
import { MissingSettingsError, SettingsChangedError } from '../../../server/src/settings/settings-errors';
import { SyncBusyError } from '../../../server/src/sync/runs/sync-errors';
import {
  UpstreamConfigurationError,
  upstreamHttpError,
  UpstreamResponseError,
  UpstreamUnavailableError,
} from '../../../server/src/upstream/http/upstream-errors';
import {
  type DestinationFlaw,
  RegistrationBusyError,
  UnusableDestinationError,
} from '../../../server/src/webhooks/registration-errors';
import { translateTo } from '../../support/admin/translate';

const request = { method: 'GET', path: '/v3/catalog/products' };
const responded = (status: number) =>
  upstreamHttpError({ ...request, status, upstreamMessage: null, retryAfter: null });

/** One of each error code of the server. */
const failures: CommerceBridgeError[] = [
  new SyncBusyError(),
  new RegistrationBusyError(),
  new MarketNotReadyError({ key: 'eu' }),
  new StoreSwitchError({ cachedStore: 'one', wantedStore: 'two', records: 3 }),
  new StoreSwitchedError({ askedStore: 'one' }),
  new MissingSettingsError(['the store hash']),
  new SettingsChangedError(['markets']),
  new TimeLimitError('it took longer than 60 seconds', { data: { limit: 60_000 } }),
  ...[401, 403, 404, 429, 413].map(responded),
  new UpstreamUnavailableError('no response', { ...request, reason: 'timeout' }),
  new UpstreamResponseError('not JSON', request),
  new UpstreamConfigurationError('no address', request),
  new UnusableDestinationError({ flaw: 'missing' }),
];

/** The fields that a page reads from a response with this error. */
function saidOf({ message, code, data }: CommerceBridgeError) {
  const { said } = readApiError({ status: 400, message, details: { code, ...data } });
  if (said === null) throw new Error('the failure has no words');
  return said;
}

describe('why a request failed', () => {
  test('is explained in every language, regardless of the code', async () => {
    expect(failures.map(({ code }) => code).sort()).toEqual([...failureIssue.shape.code.options].sort());
    for (const language of ['en', 'fr', 'de', 'es']) {
      const t = await translateTo(language);
      for (const failure of failures)
        expect({ language, code: failure.code, words: failureWords(saidOf(failure), t) }).toEqual({
          language,
          code: failure.code,
          words: expect.stringMatching(/\S/),
        });
    }
  });

  test('contains the values from the server', async () => {
    expect(
      failureWords(
        saidOf(new StoreSwitchError({ cachedStore: 'one', wantedStore: 'two', records: 1 })),
        await translateTo('de'),
      ),
    ).toMatch(/^Diese Website enthält 1 Datensatz des Shops one, .* der Shop two\./);
    expect(
      failureWords(saidOf(new TimeLimitError('it took longer', { data: { limit: 60_000 } })), await translateTo('es')),
    ).toMatch(/60 segundos/);
  });

  test.each<DestinationFlaw>([
    { flaw: 'missing' },
    { flaw: 'local', address: 'http://localhost:1337', host: 'localhost:1337' },
    { flaw: 'insecure', address: 'http://shop.example.com' },
    { flaw: 'port', address: 'https://shop.example.com:8443', port: '8443' },
  ])('says what is wrong with a URL for webhooks: $flaw', async (flaw) => {
    const said = saidOf(new UnusableDestinationError(flaw));
    for (const language of ['fr', 'de', 'es']) {
      const words = failureWords(said, await translateTo(language));
      expect(words).not.toBe(failureWords(said, await translateTo('en')));
      for (const value of Object.values(flaw).slice(1)) expect(words).toContain(value);
    }
  });

  test('keeps upstream’s own message as a detail, after what to do about it', async () => {
    expect(failureWords(saidOf(responded(401)), await translateTo('fr'))).toBe(
      'BigCommerce a refusé le jeton d’accès. Copiez à nouveau le jeton d’accès et vérifiez qu’il appartient à cette boutique. Si le compte d’API a été supprimé, créez-en un nouveau. Détails\u00a0: GET /v3/catalog/products returned 401',
    );
  });

  test('is upstream’s own failure from status 500', async () => {
    const t = await translateTo('en');
    expect(failureWords(saidOf(responded(503)), t)).toMatch(/^BigCommerce is busy or is having problems\./);
    expect(failureWords(saidOf(responded(413)), t)).toMatch(/^BigCommerce sent an unexpected response\./);
  });

  test("is the server's own message if it has no code, or an unknown one", async () => {
    const t = await translateTo('fr');
    for (const code of [null, 'of_a_newer_version', 'constructor', 'time_limit'])
      expect(failureWords({ message: 'in English', code, values: {} }, t)).toBeUndefined();
  });
});
