import type { Interval } from './freshness';
import type { Trouble } from './trouble-plan';

/** One occurrence of trouble. */
export interface Happened extends Interval {
  trouble: Trouble;
  to: number | null;
  /** The affected instance; null: the database, Redis, or every instance. */
  instance: string | null;
  /** Until when requests may fail because of it; null while it lasts. */
  excusedUntil: number | null;
}

/** The trouble that occurred, and when. */
export class TroubleLog {
  readonly all: Happened[] = [];

  begin(trouble: Trouble, instance: string | null, at: number): Happened {
    const happened = { trouble, instance, from: at, to: null, excusedUntil: null };
    this.all.push(happened);
    return happened;
  }

  of(...troubles: readonly Trouble[]): Happened[] {
    return this.all.filter(({ trouble }) => troubles.includes(trouble));
  }

  /** The kinds of trouble during which a request was in flight. */
  during(request: Readonly<{ from: number; to: number }>): Trouble[] {
    return this.all
      .filter(({ from, excusedUntil }) => from <= request.to && (excusedUntil ?? Infinity) >= request.from)
      .map(({ trouble }) => trouble);
  }
}
