import type { SharedDocuments } from '../../../server/src/instances/shared-documents';
import { parseSharedDocument } from '../../../server/src/instances/shared-documents';
import { milliseconds } from '../../../server/src/lib/durations';
import type { Clock } from '../../../server/src/lib/clock';

/** Shared documents in this process, with the clock of the test. */
export class MemoryDocuments implements SharedDocuments {
  private readonly texts = new Map<string, string>();
  mayBeLost = false;
  /** While true, every request is refused. */
  isAway = false;
  /** While true, every change is applied, and then the connection breaks. */
  losesResponses = false;
  /** The duration of each direction, in milliseconds. */
  journey = 0;
  /** How far the place's clock is ahead of the test's, in milliseconds. */
  ahead = 0;
  /** The number of changes requested. */
  changes = 0;

  /** As after a flush of Redis. */
  lose(): void {
    this.texts.clear();
  }

  constructor(private readonly clock: Pick<Clock, 'now' | 'wait'>) {}

  private async travel(): Promise<void> {
    if (this.journey > 0) await this.clock.wait(milliseconds(this.journey));
    else await Promise.resolve();
  }

  read: SharedDocuments['read'] = async (name, schema) => {
    await this.travel();
    if (this.isAway) throw new Error('connection refused');
    const value = parseSharedDocument(this.texts.get(name) ?? null, schema);
    return value === null ? null : { value, now: this.clock.now().getTime() + this.ahead };
  };

  change: SharedDocuments['change'] = async (name, schema, work) => {
    this.changes += 1;
    // As over a network: other requests may arrive first.
    await this.travel();
    if (this.isAway) throw new Error('connection refused');
    const { value, result } = work(
      parseSharedDocument(this.texts.get(name) ?? null, schema),
      this.clock.now().getTime() + this.ahead,
    );
    this.texts.set(name, JSON.stringify(value));
    await this.travel();
    if (this.losesResponses) throw new Error('connection reset');
    return result;
  };
}
