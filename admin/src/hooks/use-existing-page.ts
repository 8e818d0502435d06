import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lastPageBefore, type PagedList } from '../lib/past-the-end';

/**
 * Leads from a page past the end, such as one whose last item was discarded, to the last page.
 * @param list the response for the page in the URL; undefined until it is there
 */
export function useExistingPage(list: PagedList | undefined): void {
  const [, setParameters] = useSearchParams();
  const last = list === undefined ? null : lastPageBefore(list);
  useEffect(() => {
    if (last === null) return;
    const toLast = (parameters: URLSearchParams) => {
      parameters.set('page', String(last));
      return parameters;
    };
    setParameters(toLast, { replace: true });
  }, [last, setParameters]);
}
