import { Typography } from '@strapi/design-system';
import type { Run } from '../../../../../contracts/admin/runs';
import { Card } from '../../../components/card';
import { useTranslate } from '../../../hooks/use-translate';
import { CancelButton } from './cancel-button';
import { RunLog } from './run-log';
import { RunProgress } from './run-progress';
import { RunResult } from './run-result';

export interface ProgressCardProps {
  current: Run;
  /** When this state was received, in milliseconds of the browser's clock. */
  receivedAt: number;
}

/** The run under way. */
export function ProgressCard({ current, receivedAt }: ProgressCardProps) {
  const t = useTranslate();
  return (
    <Card title={t('commerce-bridge.progress.title')} aside={<CancelButton runId={current.id} />}>
      <RunProgress run={current} receivedAt={receivedAt} />
      <RunLog runId={current.id} isRunning />
    </Card>
  );
}

/** The result of the last run. */
export function ResultCard({ last }: { last: Run | null }) {
  const t = useTranslate();
  return (
    <Card title={t('commerce-bridge.result.title')}>
      {last === null ? (
        <Typography textColor="neutral600">{t('commerce-bridge.result.never')}</Typography>
      ) : (
        <RunResult key={last.id} run={last} />
      )}
    </Card>
  );
}
