export interface PagedList {
  total: number;
  page: number;
  /** How many pages there are. */
  pages: number;
}

/** The last page of a list that is not empty, if `list` is a page past its end; null for any other page. */
export function lastPageBefore({ total, page, pages }: PagedList): number | null {
  return total > 0 && page > pages ? pages : null;
}
