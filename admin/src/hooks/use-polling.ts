import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isPageInUse, onPageUse } from '../lib/page-use';

/**
 * Fetches a query again at an interval while the page is in use, and at once when somebody comes back to it. RTK
 * Query's own `pollingInterval` never ends in Strapi: `@strapi/i18n` adds the middleware of `adminApi` to the store once
 * more, and that second one does not learn that a page was left, or that its interval changed.
 *
 * @param refetch the query's own
 * @param interval in milliseconds; null while there is nothing to wait for, or the query is skipped
 */
export function usePolling(refetch: () => unknown, interval: number | null): void {
  const isInUse = useSyncExternalStore(onPageUse, isPageInUse);
  const wasInUse = useRef(true);
  useEffect(() => {
    const isBack = isInUse && !wasInUse.current;
    wasInUse.current = isInUse;
    if (interval === null || !isInUse) return;
    if (isBack) refetch();
    const timer = setInterval(refetch, interval);
    return () => clearInterval(timer);
  }, [refetch, interval, isInUse]);
}
