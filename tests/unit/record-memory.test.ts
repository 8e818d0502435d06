import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { productRecordOf } from '../../server/src/catalog/tables/product-rows';
import { prepareText } from '../../server/src/http/send-response';
import { collectGarbage } from '../support/used-memory';
import { aProductRow } from '../support/shops/product-row';

setFlagsFromString('--allow-natives-syntax');

function collectYoung(): void {
  runInNewContext('gc({ type: "minor" })');
}

/** Whether V8 allocated it in the young generation; elsewhere, only a full collection frees it. */
const isYoung = (object: object): boolean => Boolean(runInNewContext('%InYoungGeneration(object)', { object }));

const row = aProductRow();

test('records are thrown away soon, however long earlier ones lived', () => {
  // A full collection that is due because of other tests would move records to the old generation while they are made.
  collectGarbage();
  for (let round = 0; round < 20; round += 1) {
    const kept = Array.from({ length: 2000 }, () => productRecordOf(row, []));
    collectYoung();
    expect(kept).toHaveLength(2000);
  }
  const records = Array.from({ length: 200 }, () => productRecordOf(row, []));
  const old = records.filter((record) => !isYoung(record) || (record.details !== null && !isYoung(record.details)));
  expect(old).toEqual([]);
});

test('the parts of a response are not kept once its bytes are made', () => {
  const json = ['{"products":[', '{"id":1}', ']}'];
  expect(prepareText({ json, surrogateKeys: [] }).bytes.toString()).toBe('{"products":[{"id":1}]}');
  expect(json).toEqual([]);
});
