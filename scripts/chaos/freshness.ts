/** How long something was down or paused; `to` is null while that lasts. Milliseconds of one clock. */
export interface Interval {
  from: number;
  to: number | null;
}

/** The circumstances that excuse old responses. */
export interface Excuses {
  /** In milliseconds. */
  limits: { limit: number; limitAfterPause: number };
  /** When the database was down or the store stalled: no changes could reach the site. */
  outages(): readonly Interval[];
  /** When an instance was paused. */
  pauses(): readonly Interval[];
}

/** The oldest response that lacked one change. */
export interface Staleness {
  product: number;
  version: number;
  /** Milliseconds from the acknowledgement of the change to the request, without outages; 0: no response lacked it. */
  age: number;
  /** The maximum age allowed. */
  limit: number;
  /** Which instance served that response and for which path, and when it was requested. */
  by: string;
  at: number;
}

interface Version {
  version: number;
  acknowledgedAt: number | null;
  oldest: Omit<Staleness, 'product' | 'version'>;
}

/** The changes of products in order, and the age of responses that lacked them. */
export class Freshness {
  /** How often a product in a response was compared with its changes. */
  compared = 0;
  private readonly versions = new Map<number, Version[]>();

  constructor(private readonly excuses: Excuses) {}

  /** @param version greater than those before it */
  changed(product: number, version: number): void {
    const own = this.versions.get(product) ?? [];
    own.push({
      version,
      acknowledgedAt: null,
      oldest: { age: 0, limit: this.excuses.limits.limitAfterPause, by: '', at: 0 },
    });
    this.versions.set(product, own);
  }

  acknowledged(product: number, version: number, at: number): void {
    const found = this.versions.get(product)?.find((each) => each.version === version);
    if (found) found.acknowledgedAt ??= at;
  }

  /** Records the version in the response to a request sent at that time. */
  shown(product: number, version: number, request: { sentAt: number; by: string }): void {
    const versions = this.versions.get(product) ?? [];
    if (versions.length > 0) this.compared += 1;
    for (const newer of versions) {
      const { acknowledgedAt } = newer;
      if (newer.version <= version || acknowledgedAt === null || acknowledgedAt >= request.sentAt) continue;
      const waited = { from: acknowledgedAt, to: request.sentAt };
      const age = waited.to - waited.from - overlap(waited, this.outages());
      const isPaused = this.excuses.pauses().some((pause) => overlap(waited, [pause]) > 0);
      const { limit, limitAfterPause } = this.excuses.limits;
      const allowed = isPaused ? limitAfterPause : limit;
      if (age - allowed > newer.oldest.age - newer.oldest.limit)
        newer.oldest = { age, limit: allowed, by: request.by, at: request.sentAt };
    }
  }

  /**
   * An outage during which a pause ended counts from the start of the pause: the paused instance could not read before,
   * either.
   */
  private outages(): Interval[] {
    return this.excuses.outages().map((outage) => {
      const before = this.excuses
        .pauses()
        .filter(({ to }) => to !== null && to >= outage.from && to <= (outage.to ?? to))
        .map(({ from }) => from);
      return { ...outage, from: Math.min(outage.from, ...before) };
    });
  }

  /** The last acknowledged change of each product. */
  lastAcknowledged(): Map<number, number> {
    return new Map(
      [...this.versions].flatMap(([product, versions]) => {
        const last = versions.filter(({ acknowledgedAt }) => acknowledgedAt !== null).at(-1);
        return last ? [[product, last.version] as const] : [];
      }),
    );
  }

  /** One for each acknowledged change, sorted by how far it exceeds its limit, worst first. */
  staleness(): Staleness[] {
    return [...this.versions]
      .flatMap(([product, versions]) =>
        versions
          .filter(({ acknowledgedAt }) => acknowledgedAt !== null)
          .map(({ version, oldest }) => ({ product, version, ...oldest })),
      )
      .sort((a, b) => b.age - b.limit - (a.age - a.limit));
  }
}

function overlap({ from, to }: { from: number; to: number }, others: readonly Interval[]): number {
  return others.reduce((sum, other) => sum + Math.max(0, Math.min(to, other.to ?? to) - Math.max(from, other.from)), 0);
}
