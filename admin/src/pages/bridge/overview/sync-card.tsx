import { Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { Run, SyncState } from '../../../../../contracts/admin/runs';
import { Card } from '../../../components/card';
import { Facts } from '../../../components/facts';
import { RelativeTime } from '../../../components/relative-time';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { CancelButton } from '../runs/cancel-button';
import { RunProgress } from '../runs/run-progress';
import { RunStatus } from '../../../components/run-status';
import { failedRecords, modeTexts, runSeconds } from '../../../lib/run-texts';

export interface SyncCardProps {
  sync: SyncState;
  /** Null when the schedule is off. */
  nextRunAt: string | null;
  /** When the state was received, in milliseconds of the browser's clock. */
  receivedAt: number;
}

/** The run under way, or the last one, and when the next one starts. */
export function SyncCard({ sync: { current, lastWriting: last }, nextRunAt, receivedAt }: SyncCardProps) {
  const t = useTranslate();
  const { moment } = useFormats();
  const next =
    nextRunAt === null
      ? t('commerce-bridge.overview.noSchedule')
      : t('commerce-bridge.overview.nextRun', { moment: moment(nextRunAt) });
  return (
    <Card
      title={current === null ? t('commerce-bridge.overview.lastRun') : t('commerce-bridge.progress.title')}
      description={next}
      aside={current === null ? <RunsLink /> : <CancelButton runId={current.id} />}
    >
      {current === null ? <LastRun last={last} /> : <RunProgress run={current} receivedAt={receivedAt} />}
    </Card>
  );
}

function RunsLink() {
  const t = useTranslate();
  return (
    <Link tag={NavLink} to="runs">
      {t('commerce-bridge.overview.allRuns')}
    </Link>
  );
}

function LastRun({ last }: { last: Run | null }) {
  const t = useTranslate();
  const { count, duration } = useFormats();
  if (last === null) return <Typography textColor="neutral600">{t('commerce-bridge.result.never')}</Typography>;
  const seconds = runSeconds(last);
  const { created, updated, removed } = last.counts;
  return (
    <Facts
      facts={[
        { term: t('commerce-bridge.result.status'), value: <RunStatus status={last.status} /> },
        { term: t('commerce-bridge.result.mode'), value: t(modeTexts[last.mode]) },
        {
          term: t('commerce-bridge.result.startedAt'),
          value: (
            <Typography>
              <RelativeTime at={last.startedAt} />
            </Typography>
          ),
        },
        { term: t('commerce-bridge.result.duration'), value: seconds === null ? '–' : duration(seconds) },
        { term: t('commerce-bridge.history.changed'), value: count(created + updated + removed) },
        { term: t('commerce-bridge.count.failed'), value: count(failedRecords(last)) },
      ]}
    />
  );
}
