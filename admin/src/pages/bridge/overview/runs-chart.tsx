import type { OverviewHistory } from '../../../../../contracts/admin/overview';
import { BarChart, type Bar } from '../../../components/charts/bar-chart';
import { ChartCard } from '../../../components/charts/chart-card';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { RunStatus } from '../../../components/run-status';
import { modeTexts, statusLooks } from '../../../lib/run-texts';

const tones: Record<OverviewHistory['runs'][number]['status'], Bar['tone']> = {
  running: 'primary',
  succeeded: 'success',
  partial: 'warning',
  failed: 'danger',
  cancelled: 'neutral',
};

/** How long the last syncs took, and how they ended. */
export function RunsChart({ runs }: Pick<OverviewHistory, 'runs'>) {
  const t = useTranslate();
  const { count, duration, moment } = useFormats();
  const longest = Math.max(0, ...runs.map(({ seconds }) => seconds));
  const summary = t('commerce-bridge.chart.runs.summary', {
    runs: runs.length,
    good: runs.filter(({ status }) => status === 'succeeded').length,
    longest: duration(longest),
  });
  return (
    <ChartCard
      title={t('commerce-bridge.chart.runs')}
      description={t('commerce-bridge.chart.runs.text')}
      nothing={runs.length === 0 ? t('commerce-bridge.history.empty') : null}
      headings={[
        t('commerce-bridge.result.startedAt'),
        t('commerce-bridge.result.status'),
        t('commerce-bridge.result.mode'),
        t('commerce-bridge.result.duration'),
        t('commerce-bridge.history.changed'),
        t('commerce-bridge.count.failed'),
      ]}
      rows={[...runs].reverse().map((run) => ({
        key: run.id,
        cells: [
          moment(run.startedAt),
          <RunStatus key="status" status={run.status} />,
          t(modeTexts[run.mode]),
          duration(run.seconds),
          count(run.changed),
          count(run.failed),
        ],
      }))}
      chart={
        <BarChart
          bars={runs.map((run) => ({
            key: run.id,
            value: run.seconds,
            tone: tones[run.status],
            title: `${moment(run.startedAt)}: ${t(statusLooks[run.status].text)}, ${duration(run.seconds)}`,
          }))}
          summary={summary}
          highest={t('commerce-bridge.chart.longest', { longest: duration(longest) })}
          from={moment(runs[0]?.startedAt ?? '')}
          to={runs.length > 1 ? moment(runs.at(-1)?.startedAt ?? '') : ''}
        />
      }
    />
  );
}
