import { Flex, Typography, VisuallyHidden } from '@strapi/design-system';
import type { Run } from '../../../../../contracts/admin/runs';
import { Facts } from '../../../components/facts';
import { Notice } from '../../../components/notice';
import { ProgressBar } from '../../../components/progress-bar';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { modeTexts, phaseTexts } from '../../../lib/run-texts';
import { useProgress } from './use-progress';

export interface RunProgressProps {
  run: Run;
  /** When this state of the run was received, in milliseconds of the browser's clock. */
  receivedAt: number;
}

/** A run under way: its phase, its progress, its rate, and the time left. */
export function RunProgress({ run, receivedAt }: RunProgressProps) {
  const t = useTranslate();
  const { count, duration, moment, rate } = useFormats();
  const { percent, perSecond, secondsLeft } = useProgress(run, receivedAt);
  const phase = t(phaseTexts[run.phase]);
  const done =
    run.total === null
      ? t('commerce-bridge.progress.fetched', { fetched: count(run.counts.fetched) })
      : t('commerce-bridge.progress.fetchedOf', { fetched: count(run.counts.fetched), total: count(run.total) });
  const unknown = t('commerce-bridge.progress.unknown');

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {run.dryRun ? <Notice tone="information">{t('commerce-bridge.result.dryRun')}</Notice> : null}
      <Flex justifyContent="space-between" gap={4} wrap="wrap">
        <Typography fontWeight="semiBold">{phase}</Typography>
        <Typography>{done}</Typography>
      </Flex>
      <ProgressBar percent={percent} label={t('commerce-bridge.progress.label')} text={done} />
      {/* Only the phase is announced: the counts change every second. */}
      <VisuallyHidden role="status">{phase}</VisuallyHidden>
      <Facts
        facts={[
          { term: t('commerce-bridge.result.mode'), value: t(modeTexts[run.mode]) },
          { term: t('commerce-bridge.result.startedAt'), value: moment(run.startedAt) },
          { term: t('commerce-bridge.progress.speed'), value: perSecond === null ? unknown : rate(perSecond) },
          {
            term: t('commerce-bridge.progress.timeLeft'),
            value: secondsLeft === null ? unknown : duration(secondsLeft),
          },
          { term: t('commerce-bridge.result.requests'), value: count(run.requests) },
        ]}
      />
      <Facts
        facts={[
          { term: t('commerce-bridge.count.created'), value: count(run.counts.created) },
          { term: t('commerce-bridge.count.updated'), value: count(run.counts.updated) },
          { term: t('commerce-bridge.count.unchanged'), value: count(run.counts.unchanged) },
          { term: t('commerce-bridge.count.removed'), value: count(run.counts.removed) },
          { term: t('commerce-bridge.count.failed'), value: count(run.counts.failed) },
        ]}
      />
    </Flex>
  );
}
