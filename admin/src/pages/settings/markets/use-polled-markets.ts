import { useGetMarketsQuery } from '../../../api/markets-api';

/** How often the page asks while a market is read or waits to be, and while none is, in milliseconds. */
const pollingIntervals = { reading: 5_000, idle: 60_000 };

/** The markets, asked for again and again; more often while one is read from the store, which takes minutes. */
export function usePolledMarkets() {
  const { data: known } = useGetMarketsQuery(undefined);
  return useGetMarketsQuery(undefined, {
    pollingInterval: known?.isIdle === false ? pollingIntervals.reading : pollingIntervals.idle,
  });
}
