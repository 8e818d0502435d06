import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseKinds } from '../support/databases/test-databases';
import { expectRightResponses } from '../support/market-responses/compare-responses';
import { byCharacters, byLetters } from '../support/market-responses/orders';
import { openTroubledShop, type TroubledShop } from '../support/market-responses/troubled-shop';
import { Randomness } from '../support/randomness';
import { whenAvailable } from '../support/requirements';
import { testSeed } from '../support/test-seed';

/*
 * More stores:     MARKET_STORES=200 npm test -- integration market-responses
 * On servers, too: MARKET_DATABASES=all npm test -- integration market-responses
 * Others:          npm test -- integration market-responses --sequence.seed=7
 */
const storesOfEach = Number(process.env['MARKET_STORES'] ?? 3);
// The clock runs too fast for a database server on a busy machine: statements are abandoned after 150 milliseconds.
const databases = process.env['MARKET_DATABASES'] === 'all' ? databaseKinds : databaseKinds.slice(0, 1);
const rounds = 3;

for (const [place, kind] of databases.entries()) {
  const titleOrder = kind.name === 'MySQL or MariaDB' ? byLetters : byCharacters;
  whenAvailable(kind.requirement).describe(`after trouble, on ${kind.name}`, (at) => {
    let shop: TroubledShop;

    beforeAll(async () => {
      shop = await openTroubledShop(await kind.create(at));
    });
    afterAll(() => shop.close());

    test(
      'in each market, the public API says what the store has, after any changes, faults, dead and interrupted passes, and then one scheduled pass',
      async () => {
        for (let number = 1; number <= storesOfEach; number += 1) {
          // Each database has its own stores.
          const random = new Randomness(testSeed * 10_000 + place * storesOfEach + number);
          await shop.reset(random);
          for (let round = 0; round < rounds; round += 1) {
            for (let steps = 6 + random.below(12); steps > 0; steps -= 1) {
              shop.change(random);
              if (random.below(3) === 0) await shop.trouble(random);
            }
            await shop.calmDown();
            const compared = { site: shop.site, simulator: shop.simulator(), token: shop.token, titleOrder };
            await expectRightResponses(compared, shop.markets());
          }
          expect(shop.simulator().defects).toEqual([]);
        }
      },
      // Only ends hanging tests: on a busy machine, a store takes ten times as long.
      300_000 + storesOfEach * 200_000,
    );
  });
}
