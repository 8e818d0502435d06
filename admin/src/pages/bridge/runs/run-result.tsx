import { Flex, Typography } from '@strapi/design-system';
import type { Run } from '../../../../../contracts/admin/runs';
import { Facts } from '../../../components/facts';
import { Notice } from '../../../components/notice';
import { RelativeTime } from '../../../components/relative-time';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { ApplyButton } from './apply-button';
import { ChangesList } from './changes-list';
import { CountsTable } from './counts-table';
import { FailuresTable } from './failures-table';
import { MarketPartsTable } from './market-parts-table';
import { ReportButton } from './report-button';
import { RunLog } from './run-log';
import { RunStatus } from '../../../components/run-status';
import { outcomeWords } from '../../../lib/outcome-words';
import { modeTexts, runSeconds } from '../../../lib/run-texts';

/** A finished run: how it ended, why it failed if it did, what it did, and what it could not do. */
export function RunResult({ run }: { run: Run }) {
  const t = useTranslate();
  const { count, duration } = useFormats();
  const seconds = runSeconds(run);
  const why = outcomeWords(run, t);
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      {run.dryRun ? <Notice tone="information">{t('commerce-bridge.result.dryRun')}</Notice> : null}
      <Facts
        facts={[
          { term: t('commerce-bridge.result.status'), value: <RunStatus status={run.status} /> },
          { term: t('commerce-bridge.result.mode'), value: t(modeTexts[run.mode]) },
          {
            term: t('commerce-bridge.result.startedAt'),
            value: (
              <Typography>
                <RelativeTime at={run.startedAt} />
              </Typography>
            ),
          },
          { term: t('commerce-bridge.result.duration'), value: seconds === null ? '–' : duration(seconds) },
          { term: t('commerce-bridge.result.requests'), value: count(run.requests) },
        ]}
      />
      {why === null ? null : <Notice tone={run.status === 'failed' ? 'danger' : 'warning'}>{why}</Notice>}
      <CountsTable run={run} />
      {run.marketParts === undefined ? null : <MarketPartsTable parts={run.marketParts} />}
      <FailuresTable run={run} />
      {run.dryRun ? <ChangesList run={run} /> : null}
      <RunLog runId={run.id} isRunning={false} />
      <Flex justifyContent="flex-end" gap={2} wrap="wrap">
        <ReportButton run={run} />
        {run.dryRun && (run.status === 'succeeded' || run.status === 'partial') ? <ApplyButton run={run} /> : null}
      </Flex>
    </Flex>
  );
}
