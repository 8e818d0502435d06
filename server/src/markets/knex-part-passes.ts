import { z } from 'zod';
import { type Database, toNumber, type Transaction } from '../database/database';
import { tables } from '../database/tables';
import { transact } from '../database/transact';
import type { Clock } from '../lib/clock';
import type { DrawVersion } from '../upstream/reading/versioned-read';
import { type MarketPart, partName } from './market-parts';
import { emptyReport, type PartPass, type PartPasses, PassTakenOverError } from './part-pass';

const count = z.number().int();
/** A report as its column stores it, in JSON. */
export const storedReport = z.object({
  counts: z.object({
    created: count,
    updated: count,
    unchanged: count,
    outdated: count,
    removed: count,
    failed: count,
  }),
  failures: z.array(z.object({ productId: count, reason: z.string() })),
});

/** Passes as rows in our own table, one for each part. */
export function createKnexPartPasses({
  database,
  drawVersion,
  clock,
}: {
  database: Database;
  drawVersion: DrawVersion;
  clock: Clock;
}): PartPasses {
  async function findId(part: MarketPart): Promise<number | null> {
    const row = await database(tables.marketParts)
      .where({ name: partName(part) })
      .first('id');
    return row ? toNumber(row.id) : null;
  }

  async function idOf(part: MarketPart): Promise<number> {
    const name = partName(part);
    const known = await findId(part);
    if (known !== null) return known;
    await transact(database, async (transaction) => {
      // A refresh that adds products to the channel either finds this part, or has added them before it is read.
      if (part.kind !== 'membership') await lockMembership(transaction, part);
      await transaction(tables.marketParts)
        .insert({ name, kind: part.kind, channel_id: part.channelId })
        .onConflict('name')
        .ignore();
    });
    const created = await findId(part);
    if (created === null) throw new Error(`the row of the market part ${name} was deleted right after it was inserted`);
    return created;
  }

  async function lockMembership(transaction: Transaction, { channelId }: MarketPart): Promise<void> {
    await transaction(tables.marketParts)
      .where({ name: partName({ kind: 'membership', channelId }) })
      .forUpdate()
      .first('id');
  }

  /** Writes the columns if this holder still has the pass. */
  async function write(transaction: Transaction, pass: PartPass, columns: Record<string, unknown>): Promise<void> {
    const { partId, epoch } = pass;
    const written = await transaction(tables.marketParts)
      .where({ id: partId, epoch })
      .whereNotNull('phase')
      .update(columns);
    // MySQL's drivers count rows that match, changed or not.
    if (written === 0) throw new PassTakenOverError(pass);
  }
  const progressOf = ({ position, report }: PartPass) => ({ position, report: JSON.stringify(report) });

  return {
    idOf,
    findId,

    async carry(part) {
      const id = await idOf(part);
      const next = await drawVersion();
      return transact(database, async (transaction) => {
        // Locks the row until the end of the transaction.
        await transaction(tables.marketParts).where({ id }).increment('epoch', 1);
        const row = await transaction(tables.marketParts)
          .where({ id })
          .first('epoch', 'phase', 'position', 'first_read_version', 'report');
        const epoch = toNumber(row?.epoch);
        if (row?.phase === 'listing' || row?.phase === 'removal') {
          return {
            partId: id,
            epoch,
            phase: row.phase,
            position: toNumber(row.position),
            firstReadVersion: toNumber(row.first_read_version),
            report: storedReport.parse(JSON.parse(String(row.report))),
          };
        }
        const pass: PartPass = {
          partId: id,
          epoch,
          phase: 'listing',
          position: 0,
          firstReadVersion: next,
          report: emptyReport,
        };
        await transaction(tables.marketParts)
          .where({ id })
          .update({
            phase: pass.phase,
            position: 0,
            first_read_version: next,
            report: JSON.stringify(emptyReport),
            started_at: clock.now().getTime(),
          });
        return pass;
      });
    },

    checkpoint: (transaction, pass) => write(transaction, pass, { ...progressOf(pass), phase: pass.phase }),

    complete: (transaction, pass) =>
      write(transaction, pass, {
        ...progressOf(pass),
        phase: null,
        complete_since: pass.firstReadVersion,
        completed_at: clock.now().getTime(),
      }),

    giveUp: (transaction, pass) => write(transaction, pass, { phase: null }),

    async begunAt(partId) {
      const row = await database(tables.marketParts).where({ id: partId }).first('first_read_version');
      return toNumber(row?.first_read_version ?? 0);
    },

    async isComplete(part) {
      const row = await database(tables.marketParts)
        .where({ name: partName(part) })
        .first('complete_since');
      return row !== undefined && row.complete_since !== null;
    },
  };
}
