import type { SharedDocuments } from '../../../server/src/instances/shared-documents';

/** Shared documents of a real place; a test can wait until nothing is under way, and take the place away. */
export class CountedDocuments implements SharedDocuments {
  private readonly underWay = new Set<Promise<unknown>>();
  isAway = false;
  readonly mayBeLost: boolean;

  constructor(private readonly real: SharedDocuments) {
    this.mayBeLost = real.mayBeLost;
  }

  read: SharedDocuments['read'] = (name, schema) => this.counted(() => this.real.read(name, schema));

  change: SharedDocuments['change'] = (name, schema, work) => this.counted(() => this.real.change(name, schema, work));

  private async counted<Result>(ask: () => Promise<Result>): Promise<Result> {
    const asked = this.isAway ? Promise.reject(new Error('connection refused')) : ask();
    this.underWay.add(asked);
    try {
      return await asked;
    } finally {
      this.underWay.delete(asked);
    }
  }

  async quiet(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
  }
}
