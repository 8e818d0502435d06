import type { HealthRecord } from '../../../../../contracts/admin/health';
import { useGetHealthQuery, useGetNoticeQuery } from '../../../api/health-api';
import { useAllowed } from '../../../hooks/use-allowed';
import { permissions } from '../../../permissions';

export type Health =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown; retry: () => void }
  | ({ kind: 'known' } & KnownHealth);

export interface KnownHealth {
  /** When it was last checked; null before the first check, and after clearing. */
  checkedAt: string | null;
  /** Null: there is no record, or none that this administrator may see. */
  record: HealthRecord | null;
}

/** The health record; for administrators who may act on it but not read the settings, the notice's part of it. */
export function useHealth(): Health {
  const read = useAllowed(permissions.readSettings);
  const asksRecord = read.allowed;
  const record = useGetHealthQuery(undefined, { skip: !asksRecord, refetchOnMountOrArgChange: true });
  const notice = useGetNoticeQuery(undefined, { skip: read.isLoading || asksRecord, refetchOnMountOrArgChange: true });
  const asked = asksRecord ? record : notice;
  if (asked.error !== undefined) return { kind: 'failed', error: asked.error, retry: () => void asked.refetch() };
  if (asksRecord) return record.data === undefined ? { kind: 'loading' } : known(record.data);
  if (notice.data === undefined) return { kind: 'loading' };
  const { notice: issues, checkedAt } = notice.data;
  return { kind: 'known', checkedAt, record: issues && { healthy: false, ...issues } };
}

function known(record: HealthRecord | null): Health {
  return { kind: 'known', checkedAt: record && new Date(record.checked_at * 1000).toISOString(), record };
}
