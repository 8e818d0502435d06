import { LRUCache } from 'lru-cache';
import { readDocument, type ReadDocument } from './graphql-document';

// In characters. A syntax tree takes about thirty times as much memory as its text, and about a kilobyte even for the
// shortest.
const longestCached = 8 * 1024;
const longestTogether = 256 * 1024;
const mostTogether = 1000;

/** Parses documents, and caches those that frontends send again and again: a storefront has a few dozen. */
export function createKnownDocuments(): (text: string) => ReadDocument {
  const known = new LRUCache<string, ReadDocument>({
    max: mostTogether,
    maxSize: longestTogether,
    maxEntrySize: longestCached,
    sizeCalculation: (_, text) => Math.max(1, text.length),
  });
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    const read = readDocument(text);
    known.set(text, read);
    return read;
  };
}
