import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lastPageBefore, type PagedList } from '../lib/past-the-end';

/** The query for the page in the URL. */
export interface PagedQuery<List> {
  /** Its latest response, or that for the page before while it is being fetched. */
  data?: List | undefined;
  /** Its own response; undefined until it is there. */
  currentData?: List | undefined;
  /** When the latest response arrived, in milliseconds since 1970. */
  fulfilledTimeStamp?: number | undefined;
}

/**
 * Leads from a page past the end, such as one whose last item was discarded, to the last page.
 * @returns the list to show: never one past the end; undefined until there is one
 */
export function useExistingPage<List extends PagedList>(query: PagedQuery<List>): List | undefined {
  const { data, currentData, fulfilledTimeStamp = 0 } = query;
  const [parameters, setParameters] = useSearchParams();
  const opened = useOpened(parameters.toString());
  // A response from before may be out of date, and is being fetched again.
  const isNew = currentData !== undefined && fulfilledTimeStamp >= opened.at;
  const last = isNew ? lastPageBefore(currentData) : null;
  useEffect(() => {
    if (last === null) return;
    const toLast = (from: URLSearchParams) => {
      from.set('page', String(last));
      return from;
    };
    setParameters(toLast, { replace: true });
  }, [last, setParameters]);

  const [shown, setShown] = useState<List>();
  const isInList = data !== undefined && lastPageBefore(data) === null;
  if (isInList && data !== shown) setShown(data);
  return isInList ? data : shown;
}

/** When the parameters of the URL became these. */
function useOpened(parameters: string): { parameters: string; at: number } {
  const [opened, setOpened] = useState(() => ({ parameters, at: Date.now() }));
  if (opened.parameters === parameters) return opened;
  const next = { parameters, at: Date.now() };
  setOpened(next);
  return next;
}
