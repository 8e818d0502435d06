import { LRUCache } from 'lru-cache';
import type { AnswerStore, KeptAnswer } from './answer-cache';

// What an entry takes beside its bytes and texts: the objects around them.
const overhead = 700;
const overheadOfAddress = 300;
// Of the whole, what may go for addresses; they lead to answers and are much smaller.
const shareOfAddresses = 1 / 16;

/** Keeps answers in this process, those that were used last, up to so many bytes with all that belongs to them. */
export function createLruAnswerStore(bytes: number): AnswerStore {
  const lists = new Set<string>();
  const products = new Map<number, Set<string>>();
  const answers = new LRUCache<string, KeptAnswer>({
    // Zero would mean no bound at all; nothing fits into one byte.
    maxSize: Math.max(1, Math.floor(bytes * (1 - shareOfAddresses))),
    sizeCalculation: ({ bytes: body, surrogateKeys }, key) => body.byteLength + 2 * (key.length + surrogateKeys.length) + overhead,
    onInsert: ({ content }, key) => note(content, key),
    dispose: ({ content }, key) => forget(content, key),
  });
  // From addresses, as they are asked for, to the keys of answers: many lead to one.
  const addresses = new LRUCache<string, string>({
    maxSize: Math.max(1, Math.floor(bytes * shareOfAddresses)),
    sizeCalculation: (key, address) => 2 * (key.length + address.length) + overheadOfAddress,
  });

  function note(content: KeptAnswer['content'], key: string): void {
    if (content.kind === 'list') lists.add(key);
    else products.set(content.id, (products.get(content.id) ?? new Set()).add(key));
  }

  function forget(content: KeptAnswer['content'], key: string): void {
    if (content.kind === 'list') {
      lists.delete(key);
      return;
    }
    const keys = products.get(content.id);
    keys?.delete(key);
    if (keys?.size === 0) products.delete(content.id);
  }

  return {
    keyAt: (address) => addresses.get(address),
    get: (key) => answers.get(key),
    set: (key, answer) => void answers.set(key, answer),
    link: (address, key) => void addresses.set(address, key),
    delete: (key) => void answers.delete(key),
    deleteLists() {
      for (const key of [...lists]) answers.delete(key);
    },
    deleteProducts(ids) {
      for (const id of ids) for (const key of [...(products.get(id) ?? [])]) answers.delete(key);
    },
    deleteProductsWhere(isMeant) {
      for (const key of [...products.values()].flatMap((keys) => [...keys])) {
        const content = answers.peek(key)?.content;
        if (content?.kind === 'product' && isMeant(content)) answers.delete(key);
      }
    },
    clear() {
      answers.clear();
      addresses.clear();
    },
    size: () => ({ answers: answers.size, bytes: answers.calculatedSize + addresses.calculatedSize }),
  };
}
