import type { RunStatus as StatusName } from '../../../contracts/admin/runs';
import { StatusBadge } from './status-badge';
import { useTranslate } from '../hooks/use-translate';
import { statusLooks } from '../lib/run-texts';

/** A run's status as a badge. */
export function RunStatus({ status }: { status: StatusName }) {
  const t = useTranslate();
  const { text, variant } = statusLooks[status];
  return <StatusBadge variant={variant}>{t(text)}</StatusBadge>;
}
