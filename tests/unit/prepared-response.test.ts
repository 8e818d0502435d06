import { expect, test } from 'vitest';
import { prepareResponse, prepareText } from '../../server/src/http/send-response';

const surrogateKeys = ['product-1'];

test.each([1, 1000, 100_000])('a response of %i characters takes only the memory of its own bytes', (length) => {
  const body = 'é'.repeat(length);
  for (const { bytes } of [
    prepareResponse({ body, surrogateKeys }),
    prepareText({ json: ['"', body, '"'], surrogateKeys }),
  ]) {
    expect(JSON.parse(bytes.toString())).toBe(body);
    expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
  }
});
