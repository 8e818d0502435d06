import type { Clock } from '../clock';

const WINDOW = 120_000;
const FEWEST_REQUESTS = 100;
const LOWEST_RATIO = 0.9;
const BLOCK = 180_000;

/** A domain that gets no deliveries for a while. */
export interface BlockedDomain {
  readonly destination: string;
  /** Seconds. */
  readonly time_left: number;
  readonly reasons: { failure_description: string; count: number; timestamp: number }[];
}

interface DomainRecord {
  /** In chronological order; those before `first` are older than the window. */
  outcomes: { at: number; succeeded: boolean }[];
  first: number;
  successes: number;
  blockedUntil: number;
}

/**
 * Success ratio per destination domain: under 90 % after at least 100 requests in two minutes blocks it for three
 * (upstream 4.5).
 */
export class Domains {
  private readonly records = new Map<string, DomainRecord>();

  constructor(private readonly clock: Clock) {}

  /** Milliseconds until the domain gets deliveries again; 0 if it gets them now. */
  blockedFor(domain: string): number {
    return Math.max(0, (this.records.get(domain)?.blockedUntil ?? 0) - this.clock.now());
  }

  /** Records a response, and blocks the domain if the ratio drops too low. */
  note(domain: string, succeeded: boolean): void {
    const now = this.clock.now();
    const record = this.records.get(domain) ?? { outcomes: [], first: 0, successes: 0, blockedUntil: 0 };
    this.records.set(domain, record);
    record.outcomes.push({ at: now, succeeded });
    record.successes += Number(succeeded);
    forget(record, now - WINDOW);
    const requests = record.outcomes.length - record.first;
    if (requests < FEWEST_REQUESTS || record.successes / requests >= LOWEST_RATIO) return;
    this.records.set(domain, { outcomes: [], first: 0, successes: 0, blockedUntil: now + BLOCK });
  }

  blocked(): BlockedDomain[] {
    return [...this.records].flatMap(([domain]) => {
      const left = this.blockedFor(domain);
      if (left === 0) return [];
      const reasons = [
        {
          failure_description: 'Success ratio below 90 %',
          count: FEWEST_REQUESTS,
          timestamp: Math.floor(this.clock.now() / 1000),
        },
      ];
      return [{ destination: `https://${domain}`, time_left: Math.ceil(left / 1000), reasons }];
    });
  }
}

function forget(record: DomainRecord, before: number): void {
  for (
    let oldest = record.outcomes[record.first];
    oldest && oldest.at <= before;
    oldest = record.outcomes[record.first]
  ) {
    record.first += 1;
    record.successes -= Number(oldest.succeeded);
  }
  if (record.first < 10_000) return;
  record.outcomes = record.outcomes.slice(record.first);
  record.first = 0;
}
