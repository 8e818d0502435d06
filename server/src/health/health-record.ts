import { z } from 'zod';
import { healthIssue } from '../../../contracts/admin/health';
import type { StateStore } from '../database/knex-state-store';
import { storefrontTokenScope } from '../upstream/storefront-tokens-client';
import type { HealthFinding } from './health-check';
import type { StatusFacts } from './status-facts';

const storedSchema = z.object({
  findings: z.array(healthIssue.extend({ text: z.string() })),
  /** Digest of the connection that was checked. */
  connection: z.string(),
  /** When the check before this one began; null for the first. */
  previousAt: z.number().nullable(),
  checkedAt: z.number(),
});

/** What the last check found; times in milliseconds. */
export type StoredCheck = z.infer<typeof storedSchema>;

const checkName = 'health.lastCheck';
const previousName = 'health.previousCheck';
const previousSchema = z.object({ startedAt: z.number() });

/** Stores what the last check found, and when it began. */
export function createHealthRecord(state: StateStore) {
  const read = () => state.read(checkName, storedSchema);
  return {
    /** Null before the first check and after clearing. */
    read,
    write: (check: StoredCheck) => state.write(checkName, check),
    clear: () => state.write(checkName, null),
    /** Null before the first check. Stored apart: clearing must not make the next check look further back. */
    async previousStart(): Promise<number | null> {
      return (await state.read(previousName, previousSchema))?.startedAt ?? null;
    },
    noteStart: (startedAt: Date) => state.write(previousName, { startedAt: startedAt.getTime() }),
    /** Removes findings that have been resolved since the check. */
    async settle(isSettled: (finding: HealthFinding) => boolean): Promise<void> {
      const check = await read();
      if (!check?.findings.some(isSettled)) return;
      await state.write(checkName, { ...check, findings: check.findings.filter((finding) => !isSettled(finding)) });
    },
  };
}

/** The findings that still hold: they concern the current connection, and no run has disproved them since. */
export function standingFindings(
  { findings, checkedAt, connection }: StoredCheck,
  facts: Pick<StatusFacts, 'runs'> & { connection: string },
): HealthFinding[] {
  if (connection !== facts.connection) return [];
  const { lastEnded, lastComplete } = facts.runs;
  const hasSynced =
    lastEnded !== null && lastEnded.status !== 'failed' && (lastEnded.finishedAt?.getTime() ?? 0) > checkedAt;
  const hasCompared = lastComplete !== null && lastComplete.startedAt.getTime() > checkedAt;
  return findings.filter(({ code, values }) => {
    // Comparing everything makes up for missed deliveries.
    if (code === 'hooks_revived') return !hasCompared;
    const isRefutable =
      code === 'credentials_rejected' ||
      code === 'unchecked' ||
      (code === 'scope_missing' && values['scope'] !== storefrontTokenScope);
    return !(isRefutable && hasSynced);
  });
}
