import type { SharedDocuments } from '../../server/src/instances/shared-documents';

/** Shared documents of a real place; a test can wait until nothing is under way, and take the place away. */
export class CountedDocuments implements SharedDocuments {
  private readonly underWay = new Set<Promise<unknown>>();
  isAway = false;
  readonly mayBeLost: boolean;

  constructor(private readonly real: SharedDocuments) {
    this.mayBeLost = real.mayBeLost;
  }

  change: SharedDocuments['change'] = async (name, schema, work) => {
    const change = this.isAway ? Promise.reject(new Error('connection refused')) : this.real.change(name, schema, work);
    this.underWay.add(change);
    try {
      return await change;
    } finally {
      this.underWay.delete(change);
    }
  };

  async quiet(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
  }
}
