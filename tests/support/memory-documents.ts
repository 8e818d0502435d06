import type { SharedDocuments } from '../../server/src/instances/shared-documents';
import { parseSharedDocument } from '../../server/src/instances/shared-documents';
import type { Clock } from '../../server/src/lib/clock';

/** Shared documents in this process, by a clock of the test. */
export class MemoryDocuments implements SharedDocuments {
  private readonly texts = new Map<string, string>();
  mayBeLost = false;
  /** While true, every change is refused. */
  isAway = false;
  /** How many changes were asked for. */
  changes = 0;

  /** As by a flush of Redis. */
  lose(): void {
    this.texts.clear();
  }

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  change: SharedDocuments['change'] = async (name, schema, work) => {
    this.changes += 1;
    // As over a network: others may come first.
    await Promise.resolve();
    if (this.isAway) throw new Error('connection refused');
    const { value, result } = work(
      parseSharedDocument(this.texts.get(name) ?? null, schema),
      this.clock.now().getTime(),
    );
    this.texts.set(name, JSON.stringify(value));
    await Promise.resolve();
    return result;
  };
}
