import { LRUCache } from 'lru-cache';
import type { AnswerStore, KeptAnswer } from './answer-cache';
import { contentBytesOf, createAnswerIndex } from './answer-index';

// What an entry takes beside its bytes, texts and content: the objects around them.
const overhead = 700;
const overheadOfAddress = 300;
// Of the whole, what may go for addresses; they lead to answers and are much smaller.
const shareOfAddresses = 1 / 16;

/** Keeps answers in this process, those that were used last, up to so many bytes with all that belongs to them. */
export function createLruAnswerStore(bytes: number): AnswerStore {
  const index = createAnswerIndex();
  const answers = new LRUCache<string, KeptAnswer>({
    // Zero would mean no bound at all; nothing fits into one byte.
    maxSize: Math.max(1, Math.floor(bytes * (1 - shareOfAddresses))),
    sizeCalculation: ({ bytes: body, surrogateKeys, content }, key) =>
      body.byteLength + 2 * (key.length + surrogateKeys.length) + contentBytesOf(content) + overhead,
    onInsert: ({ content }, key) => index.add(key, content),
    dispose: ({ content }, key) => index.remove(key, content),
  });
  // From addresses, as they are asked for, to the keys of answers: many lead to one.
  const addresses = new LRUCache<string, string>({
    maxSize: Math.max(1, Math.floor(bytes * shareOfAddresses)),
    sizeCalculation: (key, address) => 2 * (key.length + address.length) + overheadOfAddress,
  });

  return {
    keyAt: (address) => addresses.get(address),
    get: (key) => answers.get(key),
    set: (key, answer) => void answers.set(key, answer),
    link: (address, key) => void addresses.set(address, key),
    delete: (key) => void answers.delete(key),
    deleteTouched(change) {
      for (const key of index.touchedBy(change)) answers.delete(key);
    },
    clear() {
      answers.clear();
      addresses.clear();
    },
    size: () => ({ answers: answers.size, bytes: answers.calculatedSize + addresses.calculatedSize }),
  };
}
