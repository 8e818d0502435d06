import { LRUCache } from 'lru-cache';
import type { ResponseStore, KeptResponse } from './response-cache';
import { isTouchedBy, type ResponseContent } from './response-content';

// The bytes of the objects around an entry's body, texts and content.
const overhead = 700;
const overheadOfAddress = 300;
const bytesOfNumber = 8;
// The share of the total for addresses; they map to responses and are much smaller.
const shareOfAddresses = 1 / 16;

/** Keeps the most recently used responses in this process, up to a number of bytes including all overhead. */
export function createLruResponseStore(bytes: number): ResponseStore {
  const responses = new LRUCache<string, KeptResponse>({
    // Zero would mean no limit at all; nothing fits into one byte.
    maxSize: Math.max(1, Math.floor(bytes * (1 - shareOfAddresses))),
    sizeCalculation: ({ bytes: body, surrogateKeys, content }, key) =>
      body.byteLength + 2 * (key.length + surrogateKeys.length) + contentBytesOf(content) + overhead,
  });
  // From requested addresses to the keys of responses: many map to one.
  const addresses = new LRUCache<string, string>({
    maxSize: Math.max(1, Math.floor(bytes * shareOfAddresses)),
    sizeCalculation: (key, address) => 2 * (key.length + address.length) + overheadOfAddress,
  });

  return {
    keyAt: (address) => addresses.get(address),
    get: (key) => responses.get(key),
    set: (key, response) => void responses.set(key, response),
    link: (address, key) => void addresses.set(address, key),
    delete: (key) => void responses.delete(key),
    deleteTouched(change) {
      const isTouched = isTouchedBy(change);
      const touched = [...responses.entries()].filter(([, { content }]) => isTouched(content));
      for (const [key] of touched) responses.delete(key);
    },
    clear() {
      responses.clear();
      addresses.clear();
    },
    size: () => ({ responses: responses.size, bytes: responses.calculatedSize + addresses.calculatedSize }),
  };
}

function contentBytesOf(content: ResponseContent): number {
  const { length } = content.kind === 'product' ? content.categoryIds : content.products;
  const names = content.market?.parts ?? [];
  return bytesOfNumber * length + 2 * names.reduce((sum, name) => sum + name.length, 0);
}
