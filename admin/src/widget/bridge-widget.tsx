import { Widget } from '@strapi/strapi/admin';
import { Flex, Typography } from '@strapi/design-system';
import type { Overview } from '../../../contracts/admin/overview';
import { readApiError } from '../api/api-error';
import { useGetOverviewQuery } from '../api/overview-api';
import { Facts } from '../components/facts';
import { RelativeTime } from '../components/relative-time';
import { StatusBadge } from '../components/status-badge';
import { useFormats } from '../hooks/use-formats';
import { useReasonWords } from '../hooks/use-issue-words';
import { useTranslate } from '../hooks/use-translate';
import { RunStatus } from '../components/run-status';
import { FixLink } from '../status/fix-link';
import { statusKindLooks, statusTitle } from '../status/status-looks';

/** On Strapi's home page: the status, the last run, and how many products there are. */
export function BridgeWidget() {
  const { data: overview, error } = useGetOverviewQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error !== undefined) return readApiError(error).status === 403 ? <Widget.NoPermissions /> : <Widget.Error />;
  if (overview === undefined) return <Widget.Loading />;
  return <Summary overview={overview} />;
}

function Summary({ overview: { status, sync, counts } }: { overview: Overview }) {
  const t = useTranslate();
  const words = useReasonWords();
  const { count, moment } = useFormats();
  const [first] = status.reasons;
  const run = sync.current ?? sync.lastWriting;
  return (
    <Flex direction="column" alignItems="stretch" gap={4} padding={2} data-testid="commerce-bridge-widget">
      <Facts
        facts={[
          {
            term: t('commerce-bridge.result.status'),
            value: (
              <StatusBadge variant={statusKindLooks[status.kind].badge}>
                {statusTitle(status, { t, moment })}
              </StatusBadge>
            ),
          },
          { term: t('commerce-bridge.entity.products'), value: count(counts.products) },
        ]}
      />
      <Facts
        facts={[
          {
            term: t('commerce-bridge.overview.lastRun'),
            value: run === null ? t('commerce-bridge.widget.noRun') : <RunStatus status={run.status} />,
          },
          ...(run === null
            ? []
            : [
                {
                  term: t('commerce-bridge.result.startedAt'),
                  value: (
                    <Typography>
                      <RelativeTime at={run.startedAt} />
                    </Typography>
                  ),
                },
              ]),
        ]}
      />
      {first === undefined ? null : (
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <Typography variant="pi" textColor="neutral800">
            {words(first)} <FixLink place={first.fix} />
          </Typography>
          {status.reasons.length > 1 ? (
            <Typography variant="pi" textColor="neutral800">
              {t('commerce-bridge.notice.more', { count: status.reasons.length - 1 })}
            </Typography>
          ) : null}
        </Flex>
      )}
    </Flex>
  );
}
