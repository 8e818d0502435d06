import { z } from 'zod';
import { id, requiredText, text } from './wire-values';

/** A metafield as upstream sends it (upstream 20.11). */
export const wireMetafield = z.object({
  id,
  resource_id: id,
  namespace: requiredText,
  key: requiredText,
  value: text,
  permission_set: text,
});

export type WireMetafield = z.infer<typeof wireMetafield>;

/** Whether the store shows it to storefronts. Permissions that upstream may add later count as private. */
export function isForStorefronts({ permission_set: permissions }: WireMetafield): boolean {
  return permissions === 'read_and_sf_access' || permissions === 'write_and_sf_access';
}

/** The envelope of a page that is requested with the previous page's cursor (upstream 20.11). */
export const wireCursorPage = z
  .object({
    data: z.array(z.unknown()),
    meta: z.object({
      cursor_pagination: z.object({
        end_cursor: z.string().nullish(),
        links: z.object({ next: z.string().nullish() }).nullish(),
      }),
    }),
  })
  .transform(({ data, meta: { cursor_pagination: cursors } }, context) => {
    // Where the links are missing, only an empty page is the last one.
    const hasMore = cursors.links ? Boolean(cursors.links.next) : data.length > 0;
    if (!hasMore) return { data, next: null };
    if (data.length > 0 && cursors.end_cursor) return { data, next: cursors.end_cursor };
    context.addIssue('says that there are more, and has no item or no cursor');
    return z.NEVER;
  });
