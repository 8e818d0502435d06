import { z } from 'zod';
import { count, integerOrNull } from './wire-values';

const envelope = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ pagination: z.object({ total: count, total_pages: count, current_page: integerOrNull }) }),
});

/** A page of a listing whose items are not parsed yet, so that a bad one does not spoil the rest. */
export interface WirePage {
  data: unknown[];
  total: number;
  totalPages: number;
}

/**
 * The envelope of a listing (upstream 2.2). Contradictory values are rejected: a page mistaken for empty would lead to
 * the removal of products.
 * @param asked the requested page, from 1
 */
export function wirePage(asked: number) {
  return envelope
    .superRefine(({ data, meta: { pagination } }, context) => {
      const { total, total_pages: totalPages, current_page: currentPage } = pagination;
      const refuse = (message: string) =>
        context.issues.push({ code: 'custom', message, input: pagination, path: ['meta', 'pagination'] });

      if (data.length === 0 && asked <= totalPages && total > 0)
        refuse(`says ${total} items on ${totalPages} pages, and page ${asked} holds none`);
      if (data.length > total) refuse(`says ${total} items, and this page alone holds ${data.length}`);
      if (total > 0 && totalPages === 0) refuse(`says ${total} items on no page`);
      if (data.length > 0 && currentPage !== null && currentPage !== asked)
        refuse(`is of page ${currentPage}, and page ${asked} was asked for`);
    })
    .transform(
      ({ data, meta: { pagination } }): WirePage => ({
        data,
        total: pagination.total,
        totalPages: pagination.total_pages,
      }),
    );
}
