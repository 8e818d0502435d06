/** How busy the process is, by incoming requests. */
export interface RequestRate {
  note(): void;
  /** Requests within about the last second. */
  perSecond(): number;
}

const bucket = 250;
const buckets = 4;

/** @param now monotonic milliseconds */
export function createRequestRate(now: () => number): RequestRate {
  const counts = new Map<number, number>();
  const current = () => Math.floor(now() / bucket);

  return {
    note() {
      const place = current();
      counts.set(place, (counts.get(place) ?? 0) + 1);
      for (const old of counts.keys()) if (old <= place - buckets) counts.delete(old);
    },
    perSecond() {
      const oldest = current() - buckets;
      let sum = 0;
      for (const [place, count] of counts) if (place > oldest) sum += count;
      return sum;
    },
  };
}
