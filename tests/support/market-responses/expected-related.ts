import type { ExpectedOffer } from './expected-responses';

/**
 * The ids of the related products in a market, all of which it sells: first those that the store relates, then those
 * that share the most categories of the market, the same brand's and then the newest first, then the newest of the
 * brand (behavior 3.4).
 */
export function expectedRelated(subject: ExpectedOffer, offers: readonly ExpectedOffer[]): number[] {
  const others = offers.filter(({ id }) => id !== subject.id).sort((a, b) => b.created - a.created || b.id - a.id);
  const shared = ({ collectionIds }: ExpectedOffer) =>
    collectionIds.filter((id) => subject.collectionIds.includes(id)).length;
  const isOfBrand = ({ brandId }: ExpectedOffer) => brandId !== null && brandId === subject.brandId;
  const related = [
    ...subject.relatedIds.flatMap((id) => others.find((other) => other.id === id) ?? []),
    ...others
      .filter((other) => shared(other) > 0)
      .sort((a, b) => shared(b) - shared(a) || Number(isOfBrand(b)) - Number(isOfBrand(a))),
    ...others.filter(isOfBrand),
  ];
  return [...new Set(related.map(({ id }) => id))].slice(0, 20);
}
