import type { ExpectedOffer } from './expected-responses';

/** What has no price is last in both. */
export function inOrderOfPrice(offers: readonly ExpectedOffer[], direction: 'asc' | 'desc'): ExpectedOffer[] {
  const sign = direction === 'asc' ? 1 : -1;
  return [...offers].sort((a, b) => {
    if ((a.charged === null) !== (b.charged === null)) return a.charged === null ? 1 : -1;
    return sign * ((a.charged ?? 0) - (b.charged ?? 0) || a.id - b.id);
  });
}

/** Their ids: without regard to case, by the characters themselves, and then by id. */
export function inOrderOfTitle(offers: readonly ExpectedOffer[]): number[] {
  const keyOf = ({ name }: ExpectedOffer) => name.toLowerCase().normalize('NFC');
  return [...offers]
    .sort((a, b) => (keyOf(a) === keyOf(b) ? a.id - b.id : keyOf(a) < keyOf(b) ? -1 : 1))
    .map(({ id }) => id);
}
