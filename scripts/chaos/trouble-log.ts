import type { Interval } from './freshness';
import type { Trouble } from './trouble-plan';

/** One trouble as it happened. */
export interface Happened extends Interval {
  trouble: Trouble;
  /** Whom it happened to. */
  to: number | null;
  instance: string | null;
  /** When requests no longer may fail because of it; null while it lasts. */
  excusedUntil: number | null;
}

/** What happened when. */
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

  /** Every trouble during which a request was under way. */
  during(request: Readonly<{ from: number; to: number }>): Trouble[] {
    return this.all
      .filter(({ from, excusedUntil }) => from <= request.to && (excusedUntil ?? Infinity) >= request.from)
      .map(({ trouble }) => trouble);
  }
}
