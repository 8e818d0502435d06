import { Widget } from '@strapi/strapi/admin';
import { Flex, Typography } from '@strapi/design-system';
import type { Overview } from '../../../contracts/admin/overview';
import { readApiError } from '../api/api-error';
import { useGetOverviewQuery } from '../api/overview-api';
import { Facts } from '../components/facts';
import { StatusBadge } from '../components/status-badge';
import { useFormats } from '../hooks/use-formats';
import { useIssueWords } from '../hooks/use-issue-words';
import { useTranslate } from '../hooks/use-translate';
import { RunStatus } from '../components/run-status';

/** On Strapi's home page: health, the last run, and how many products there are. */
export function BridgeWidget() {
  const { data: overview, error } = useGetOverviewQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error !== undefined) return readApiError(error).status === 403 ? <Widget.NoPermissions /> : <Widget.Error />;
  if (overview === undefined) return <Widget.Loading />;
  return <Summary overview={overview} />;
}

function Summary({ overview: { health, sync, counts } }: { overview: Overview }) {
  const t = useTranslate();
  const words = useIssueWords();
  const { count, moment } = useFormats();
  const run = sync.current ?? sync.lastWriting;
  return (
    <Flex direction="column" alignItems="stretch" gap={4} padding={2} data-testid="commerce-bridge-widget">
      <Facts
        facts={[
          { term: t('commerce-bridge.health.title'), value: <HealthBadge health={health} /> },
          { term: t('commerce-bridge.entity.products'), value: count(counts.products) },
        ]}
      />
      <Facts
        facts={[
          {
            term: t('commerce-bridge.overview.lastRun'),
            value: run === null ? t('commerce-bridge.widget.noRun') : <RunStatus status={run.status} />,
          },
          ...(run === null ? [] : [{ term: t('commerce-bridge.result.startedAt'), value: moment(run.startedAt) }]),
        ]}
      />
      {health === null || health.healthy ? null : (
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <Typography variant="pi" textColor="neutral800">
            {words(health)[0]}
          </Typography>
          {health.errors.length > 1 ? (
            <Typography variant="pi" textColor="neutral800">
              {t('commerce-bridge.notice.more', { count: health.errors.length - 1 })}
            </Typography>
          ) : null}
        </Flex>
      )}
    </Flex>
  );
}

function HealthBadge({ health }: Pick<Overview, 'health'>) {
  const t = useTranslate();
  if (health === null) return <StatusBadge variant="neutral">{t('commerce-bridge.widget.unchecked')}</StatusBadge>;
  if (health.healthy) return <StatusBadge variant="success">{t('commerce-bridge.widget.healthy')}</StatusBadge>;
  return (
    <StatusBadge variant="danger">{t('commerce-bridge.widget.issues', { count: health.errors.length })}</StatusBadge>
  );
}
