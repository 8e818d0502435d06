import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKnexStateStore } from '../../../server/src/database/knex-state-store';
import { createHeaderTokenStore, type HeaderTokenStore } from '../../../server/src/webhooks/header-token-store';
import { openOwnTables, type OwnTables } from '../../support/databases/own-tables';
import { ManualClock } from '../../support/time/clocks';

let own: OwnTables;
let tokens: HeaderTokenStore;
beforeEach(async () => {
  own = await openOwnTables();
  tokens = createHeaderTokenStore({ state: createKnexStateStore(own.database), clock: new ManualClock() });
});
afterEach(() => own.close());

test('a registration that lost its lease does not replace the token that its successor has sent to the store', async () => {
  await tokens.replace('former', null);
  const judged = await tokens.current();
  await tokens.replace('of its successor', judged);
  await expect(tokens.replace('late', judged)).rejects.toMatchObject({ code: 'registration_busy' });
  expect(await tokens.accepted()).toEqual(['of its successor', 'former']);
});
