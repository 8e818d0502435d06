import { createHash } from 'node:crypto';

// Increment when the same item produces different rows, so that an upgrade rewrites them.
const rowVersion = 3;

/** Digests of one item, without the relations that its fingerprint depends on too. */
export interface ItemDigests {
  /** Of everything but the content. */
  item: string;
  content: string;
}

/** @param item as mapped, with its keys in a fixed order */
export function digestsOf<Item extends { content: string }>(item: Item): ItemDigests {
  return { item: itemDigestOf(item), content: digestOf(item.content) };
}

/**
 * Shows whether an item differs from the stored one without comparing fields: its outline, a dot, and a digest of its
 * content. The two are separate so that a sweep, which fetches no descriptions, can compare everything else exactly.
 * @param links row ids of the related records that exist, since a relation can break without the item changing
 */
export function fingerprintOf({ item, content }: ItemDigests, links: readonly number[]): string {
  return `${outlineFrom(item, links)}.${content}`;
}

/** The part of a fingerprint that depends on everything but the content. */
export function outlineOf<Item extends { content: string }>(item: Item, links: readonly number[]): string {
  return outlineFrom(itemDigestOf(item), links);
}

/** Whether a stored fingerprint has this outline, regardless of its content. */
export function hasOutline(fingerprint: string, outline: string): boolean {
  return fingerprint.startsWith(`${outline}.`);
}

function outlineFrom(itemDigest: string, links: readonly number[]): string {
  return digestOf(JSON.stringify([rowVersion, itemDigest, links]));
}

function itemDigestOf<Item extends { content: string }>(item: Item): string {
  return digestOf(JSON.stringify({ ...item, content: '' }));
}

function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
