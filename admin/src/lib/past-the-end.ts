export interface PagedList {
  total: number;
  /** How many pages there are. */
  pages: number;
}

/** The last page, for a page past the end of a list that is not empty; null for any other page. */
export function lastPageBefore(page: number, { total, pages }: PagedList): number | null {
  return total > 0 && page > pages ? pages : null;
}
