import type { FieldChangeView, ProductDetail, ProductUpstream } from '../../../contracts/admin/products';

/** A product as the site has it (null if it does not), and as BigCommerce has it now. */
export interface ComparedProduct {
  detail: ProductDetail | null;
  upstream: ProductUpstream;
}

// An assistant repeats no more to a person; the data lists all of them.
const namedFields = 5;

/** Whether a product is up to date, why not, and what will change that, in English and in a few sentences. */
export function explainInWords({ detail, upstream }: ComparedProduct): string {
  return [comparison({ detail, upstream }), ...(detail ? pending(detail) : [])].join(' ');
}

/** What a resync would do, without any value of the product. */
export function resyncInWords({ detail, upstream }: ComparedProduct): string {
  const isShown = detail !== null && detail.fields.publicationStatus !== 'withdrawn';
  if (upstream.kind === 'failed') return `What would change is not known: ${upstream.message} (${upstream.problem}).`;
  if (upstream.kind === 'gone')
    return isShown
      ? 'BigCommerce no longer has this product: it would be removed.'
      : 'BigCommerce does not have this product, and the site shows none: nothing would change.';
  if (upstream.fields === null)
    return `Nothing would change, since what BigCommerce has cannot be imported: ${upstream.reason ?? 'no reason is known'}`;
  if (detail === null) return 'The site has not cached this product, and BigCommerce has it: it would be imported.';
  const { length } = upstream.differences;
  return `${length} ${length === 1 ? 'field' : 'fields'} would change. Seeing which needs the permission "View the catalog".`;
}

function comparison({ detail, upstream }: ComparedProduct): string {
  const shown = detail === null ? 'The site has not cached this product' : onSite[detail.fields.publicationStatus];
  if (upstream.kind === 'failed')
    return `${shown}. Whether that is up to date is not known: ${upstream.message} (${upstream.problem}).`;
  if (upstream.kind === 'gone' && detail === null) return `${shown}, and BigCommerce does not have it either.`;
  if (upstream.kind === 'gone')
    return `${shown}, but BigCommerce no longer has it: it is removed with the next full or scheduled sync, or by a resync.`;
  if (upstream.fields === null)
    return `${shown}. What BigCommerce has now cannot be imported: ${upstream.reason ?? 'no reason is known'}`;
  if (detail === null) return `${shown}, and BigCommerce has it: a resync imports it.`;
  if (upstream.differences.length === 0) return `${shown}, exactly as BigCommerce has it.`;
  return `${shown}, but BigCommerce has other values: ${differencesInWords(upstream.differences)}.`;
}

const onSite = {
  publish: 'The site shows this product',
  draft: 'The site hides this product, since BigCommerce does',
  withdrawn: 'The site hides this product, which was gone from the store, and keeps it for entries that use it',
};

function pending({ waitingEvent, failure }: ProductDetail): string[] {
  const sentences: string[] = [];
  if (waitingEvent?.status === 'pending')
    sentences.push(`A webhook event of ${waitingEvent.receivedAt} is waiting and will update it.`);
  if (waitingEvent?.status === 'failed')
    sentences.push(
      `A webhook event of ${waitingEvent.receivedAt} failed and will be retried: ${waitingEvent.lastError}`,
    );
  if (waitingEvent?.status === 'dropped')
    sentences.push(`A webhook event of ${waitingEvent.receivedAt} failed permanently: ${waitingEvent.lastError}`);
  if (failure !== null) sentences.push(`The sync of ${failure.at} could not import it: ${failure.reason}`);
  return sentences;
}

/** What differs, with both values. The time of the last change is mentioned only if nothing else differs. */
export function differencesInWords(differences: readonly FieldChangeView[]): string {
  const others = differences.filter(({ field }) => field !== 'modifiedAt');
  const relevant = others.length > 0 ? others : differences;
  const named = relevant.slice(0, namedFields).map(({ field, item, part, from, to }) => {
    const name = [field, item, part].filter((each) => each !== null).join(' › ');
    return `${name} ${JSON.stringify(from)} → ${JSON.stringify(to)}`;
  });
  const more = relevant.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
