import { z } from 'zod';
import { Dice } from './catalog/dice';

const route = {
  /** Any method if absent. */
  method: z.string().optional(),
  /** Path without `/stores/{hash}` and query; `*` matches any characters. Any path if absent. */
  path: z.string().optional(),
  /** A regular expression for the body. Any body if absent. */
  bodyMatches: z.string().optional(),
  /** How many matching requests it affects; 0: all of them, until cleared. */
  times: z.number().int().min(0).default(1),
  /** How many matching requests pass unaffected first. */
  skip: z.number().int().min(0).default(0),
  /** Share of the matching requests that it affects, drawn deterministically. */
  rate: z.number().min(0).max(1).default(1),
};

/** A fault on demand. `overload` is upstream's 429 without rate-limit headers (upstream 1.1). */
export const faultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delay'), milliseconds: z.number().min(0), ...route }),
  z.object({
    kind: z.literal('status'),
    status: z.number().int().min(200).max(599),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    /** `after`: the request is processed first, as with a gateway timeout (upstream 1.1). */
    when: z.enum(['before', 'after']).default('before'),
    ...route,
  }),
  z.object({ kind: z.literal('reset'), when: z.enum(['before', 'after']).default('before'), ...route }),
  /** `intact` frames half a body correctly; `broken` closes the connection in the middle of it. */
  z.object({ kind: z.literal('truncate'), framing: z.enum(['intact', 'broken']).default('intact'), ...route }),
  z.object({ kind: z.literal('rate-limit'), resetMilliseconds: z.number().int().min(0).optional(), ...route }),
  z.object({ kind: z.literal('overload'), ...route }),
]);

export type FaultRequest = z.input<typeof faultSchema>;
type FaultDescription = z.output<typeof faultSchema>;
export type Effect = FaultDescription;

/** An active fault. */
export interface ActiveFault {
  readonly id: number;
  readonly fault: FaultDescription;
  seen: number;
  hits: number;
}

/** The faults that were added and are not used up yet. */
export class FaultPlan {
  private readonly active: ActiveFault[] = [];
  private untilCleared = new AbortController();
  private nextId = 1;
  private readonly dice: Dice;

  constructor(seed: number | string) {
    this.dice = new Dice(seed);
  }

  /** Adds a fault; throws a ZodError for an invalid one. */
  add(request: FaultRequest): ActiveFault {
    const fault: ActiveFault = { id: this.nextId++, fault: faultSchema.parse(request), seen: 0, hits: 0 };
    this.active.push(fault);
    return fault;
  }

  /** Ends all of them, including current delays: delayed requests continue immediately. */
  clear(): void {
    this.active.length = 0;
    this.untilCleared.abort();
    this.untilCleared = new AbortController();
  }

  /** Aborted by the next `clear`. */
  get cleared(): AbortSignal {
    return this.untilCleared.signal;
  }

  list(): readonly ActiveFault[] {
    return this.active;
  }

  /**
   * What happens to this request: at most one delay and one other effect.
   * @param request.body undefined until it has been received; faults that match bodies wait for it
   */
  next(request: FaultyRequest): Effect[] {
    const delay = this.draw(request, (fault) => fault.kind === 'delay');
    const other = this.draw(request, (fault) => fault.kind !== 'delay');
    return [delay, other].filter((effect) => effect !== undefined);
  }

  private draw(request: FaultyRequest, isWanted: (fault: FaultDescription) => boolean): Effect | undefined {
    for (const entry of this.active) {
      if (!isWanted(entry.fault) || !matches(entry.fault, request)) continue;
      if (entry.fault.times > 0 && entry.hits >= entry.fault.times) continue;
      entry.seen += 1;
      if (entry.seen <= entry.fault.skip) continue;
      if (entry.fault.rate < 1 && this.dice.roll(entry.seen, entry.id) / 2 ** 32 >= entry.fault.rate) continue;
      entry.hits += 1;
      return entry.fault;
    }
    return undefined;
  }
}

interface FaultyRequest {
  method: string;
  path: string;
  body?: string | undefined;
}

function matches(fault: FaultDescription, request: FaultyRequest): boolean {
  if ((fault.bodyMatches === undefined) !== (request.body === undefined)) return false;
  if (fault.bodyMatches !== undefined && !new RegExp(fault.bodyMatches).test(request.body ?? '')) return false;
  if (fault.method !== undefined && fault.method.toUpperCase() !== request.method.toUpperCase()) return false;
  return fault.path === undefined || pathPattern(fault.path).test(request.path);
}

function pathPattern(path: string): RegExp {
  const escaped = path.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`);
}
