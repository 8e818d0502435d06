import { describe, expect, test } from 'vitest';
import { outcomeWords } from '../../../admin/src/lib/outcome-words';
import { runReason } from '../../../contracts/admin/runs';
import { failureOf, outcomeOf, type RunOutcome } from '../../../server/src/sync/runs/run-record';
import { DoubtfulEmptinessError, MassRemovalError } from '../../../server/src/catalog/removal/removal-limit';
import { RunStuckError, StoreChangedError } from '../../../server/src/sync/runs/sync-errors';
import { upstreamHttpError } from '../../../server/src/upstream/http/upstream-errors';
import { aRunRecord } from '../../support/shops/run-records';
import { translateTo } from '../../support/admin/translate';

const { counts } = aRunRecord();
const leftOut = (failed: number) =>
  outcomeOf({
    counts: { ...counts, product: { ...counts.product, failed, fetched: 160 } },
    totals: { product: 175, category: null, brand: null },
  });
const massRemoval = failureOf(new MassRemovalError({ entity: 'product', gone: 80, cached: 130, limitPercent: 50 }));
const words = async (language: string, { error, reasons }: RunOutcome) =>
  outcomeWords({ error, reasons: [...reasons] }, await translateTo(language));

describe('why a run failed or left something out', () => {
  test('is explained in every language, including reasons that only runs have', async () => {
    const storeChanged = failureOf(new StoreChangedError({ begunWith: 'one', now: 'two' }));
    const stuck = failureOf(new RunStuckError({ deaths: 3, phase: 'products', page: 7, item: '' }));
    const refused = failureOf(new Error('insert into `a` values (1) - no room'));
    const empty = failureOf(new DoubtfulEmptinessError({ entity: 'category', cached: 12 }));
    const outcomes = [leftOut(3), massRemoval, empty, storeChanged, stuck, refused];
    expect(outcomes.flatMap(({ reasons }) => reasons.map(({ code }) => code)).sort()).toEqual(
      [...runReason.shape.code.options].slice(-7).sort(),
    );
    for (const language of ['fr', 'de', 'es']) {
      for (const outcome of outcomes) expect(await words(language, outcome)).not.toBe(await words('en', outcome));
    }
  });

  test('names the kind of record, and how many', async () => {
    expect(await words('de', massRemoval)).toMatch(
      /^80 von 130 Datensätzen \(Produkte\) sind nicht mehr in BigCommerce/,
    );
    expect(await words('en', leftOut(1))).toBe(
      '1 record couldn’t be imported. See the list of failed records for details. Products: BigCommerce reported 175 but returned 160. The next sync will check again.',
    );
  });

  test('is the same as for a failed request if upstream rejected it', async () => {
    const refused = failureOf(
      upstreamHttpError({
        method: 'GET',
        path: '/v3/catalog/products',
        status: 401,
        upstreamMessage: null,
        retryAfter: null,
      }),
    );
    expect(await words('es', refused)).toMatch(/GET \/v3\/catalog\/products returned 401/);
    expect(refused.reasons).toEqual([
      { code: 'upstream_unauthorized', values: { method: 'GET', path: '/v3/catalog/products', status: 401 } },
    ]);
  });

  test('stays in English if the run only has a message', async () => {
    const broken = failureOf(new Error('disk full'));
    expect(broken.reasons).toEqual([]);
    expect(await words('fr', broken)).toBe('disk full');
    expect(outcomeWords({ error: 'of an earlier version' }, await translateTo('fr'))).toBe('of an earlier version');
  });

  test('is empty for a complete run', async () => {
    expect(await words('fr', { status: 'succeeded', error: null, reasons: [] })).toBeNull();
  });
});
