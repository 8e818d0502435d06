/** How long something was away, or paused; `to` is null while it lasts. Milliseconds of one clock. */
export interface Interval {
  from: number;
  to: number | null;
}

/** What excuses old responses. */
export interface Excuses {
  /** Milliseconds. */
  limits: { limit: number; limitAfterPause: number };
  /** While the database or the store was away, nothing could be learned. */
  outages(): readonly Interval[];
  /** While an instance was paused. */
  pauses(): readonly Interval[];
}

/** The oldest response about one change. */
export interface Staleness {
  product: number;
  version: number;
  /** Since the change was acknowledged, without the time in which the database or the store was away, in milliseconds; 0: none was old. */
  age: number;
  /** What it may be. */
  limit: number;
  /** Who served that, and when it was requested. */
  by: string;
  at: number;
}

interface Version {
  version: number;
  acknowledgedAt: number | null;
  oldest: Omit<Staleness, 'product' | 'version'>;
}

/** The changes of products, in their order, and how old responses were that did not show them. */
export class Freshness {
  /** How often a response was compared with a product's changes. */
  compared = 0;
  private readonly versions = new Map<number, Version[]>();

  constructor(private readonly excuses: Excuses) {}

  /** @param version greater than those before */
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

  /** A response to a request that was sent at that time. */
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

  /** An outage in which a pause ended began with the pause: who was paused until then could not ask before, either. */
  private outages(): Interval[] {
    return this.excuses.outages().map((outage) => {
      const before = this.excuses
        .pauses()
        .filter(({ to }) => to !== null && to >= outage.from && to <= (outage.to ?? to))
        .map(({ from }) => from);
      return { ...outage, from: Math.min(outage.from, ...before) };
    });
  }

  /** The last change of each product that was acknowledged. */
  lastAcknowledged(): Map<number, number> {
    return new Map(
      [...this.versions].flatMap(([product, versions]) => {
        const last = versions.filter(({ acknowledgedAt }) => acknowledgedAt !== null).at(-1);
        return last ? [[product, last.version] as const] : [];
      }),
    );
  }

  /** One for each acknowledged change, those furthest beyond their limit first. */
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
