import type { SharedDocuments } from '../../../server/src/instances/shared-documents';

/** Wraps shared documents; a test can wait until no request is in progress, and make them unreachable. */
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
