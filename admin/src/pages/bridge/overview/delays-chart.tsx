import type { OverviewHistory } from '../../../../../contracts/admin/overview';
import { BarChart, type Bar } from '../../../components/charts/bar-chart';
import { ChartCard } from '../../../components/charts/chart-card';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';

// Under load, a change upstream is promised to reach responses in 5 to 10 seconds; more than a minute means retries.
const slow = { warning: 10_000, danger: 60_000 };

/** How long events took from their arrival until the catalog was up to date, hour by hour. */
export function DelaysChart({ eventDelays }: Pick<OverviewHistory, 'eventDelays'>) {
  const t = useTranslate();
  const { count, delay, hour } = useFormats();
  const busy = eventDelays.filter(({ completed }) => completed > 0);
  const slowest = Math.max(0, ...busy.map(({ averageMs }) => averageMs ?? 0));
  const completed = busy.reduce((sum, each) => sum + each.completed, 0);
  return (
    <ChartCard
      title={t('commerce-bridge.chart.delays')}
      description={t('commerce-bridge.chart.delays.text')}
      nothing={busy.length === 0 ? t('commerce-bridge.chart.delays.none') : null}
      headings={[
        t('commerce-bridge.chart.hour'),
        t('commerce-bridge.chart.events'),
        t('commerce-bridge.chart.average'),
        t('commerce-bridge.chart.slowest'),
      ]}
      rows={[...busy].reverse().map((each) => ({
        key: each.hour,
        cells: [hour(each.hour), count(each.completed), delay(each.averageMs ?? 0), delay(each.longestMs ?? 0)],
      }))}
      chart={
        <BarChart
          bars={eventDelays.map(({ averageMs, ...each }) => ({
            key: each.hour,
            value: averageMs,
            tone: toneOf(averageMs ?? 0),
            title:
              averageMs === null
                ? hour(each.hour)
                : `${hour(each.hour)}: ${delay(averageMs)}, ${t('commerce-bridge.chart.eventCount', { count: each.completed })}`,
          }))}
          summary={t('commerce-bridge.chart.delays.summary', { completed, slowest: delay(slowest) })}
          highest={t('commerce-bridge.chart.longest', { longest: delay(slowest) })}
          from={hour(eventDelays[0]?.hour ?? '')}
          to={hour(eventDelays.at(-1)?.hour ?? '')}
        />
      }
    />
  );
}

function toneOf(averageMs: number): Bar['tone'] {
  if (averageMs >= slow.danger) return 'danger';
  return averageMs >= slow.warning ? 'warning' : 'primary';
}
