import { describe, expect, test } from 'vitest';
import { createDocumentCount } from '../../../server/src/storefront/document-count';
import { aLimiter } from '../../support/instances/request-limiter';

function aCount(clientLimit: number) {
  return createDocumentCount({ limits: aLimiter().limits, clientLimit: () => clientLimit });
}

describe('a document that is refused', () => {
  test('because its address has used up its share is told so', async () => {
    const documents = aCount(16);
    for (let count = 0; count < 16; count += 1) await documents.count('198.51.100.1');
    await expect(documents.count('198.51.100.1')).rejects.toMatchObject({
      code: 'rate_limited',
      message: "This address has used up its share of the store's 20 requests per second; try again later.",
    });
    await documents.count('198.51.100.2');
  });

  test('because others have used up the store’s limit is told so', async () => {
    const documents = aCount(10);
    for (let count = 0; count < 10; count += 1) await documents.count('198.51.100.1');
    for (let count = 0; count < 5; count += 1) await documents.count('198.51.100.2');
    for (let count = 0; count < 5; count += 1) await documents.count('198.51.100.3');
    await expect(documents.count('198.51.100.4')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'The store accepts 20 requests per second, and they are used up; try again later.',
    });
  });
});
