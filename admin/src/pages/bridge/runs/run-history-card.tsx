import { useEffect } from 'react';
import { useQueryParams } from '@strapi/strapi/admin';
import { Loader, Tbody, Typography } from '@strapi/design-system';
import type { Run, RunHistory } from '../../../../../contracts/admin/runs';
import { useGetRunHistoryQuery } from '../../../api/runs-api';
import { ListPaging } from '../../../components/list-paging';
import { Card } from '../../../components/card';
import { CompactCells } from '../../../components/compact-cells';
import { HeadingRow } from '../../../components/heading-row';
import { NavigableTable } from '../../../components/navigable-table';
import { PartFailure } from '../../../components/load-failure';
import { useExistingPage } from '../../../hooks/use-existing-page';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { RunHistoryRow } from './run-history-row';

const headings: TranslationKey[] = [
  'commerce-bridge.result.startedAt',
  'commerce-bridge.result.status',
  'commerce-bridge.result.mode',
  'commerce-bridge.result.duration',
  'commerce-bridge.history.fetched',
  'commerce-bridge.history.changed',
  'commerce-bridge.count.failed',
];

/** The initial page size; up to this many runs need no paging. */
const smallestPage = 10;

/** The runs so far, newest first, paged by the server; refetched whenever a run has finished. */
export function RunHistoryCard({ current, lastFinished }: { current: Run | null; lastFinished: string | null }) {
  const t = useTranslate();
  const [{ query }] = useQueryParams<{ page: string; pageSize: string }>({ page: '1', pageSize: String(smallestPage) });
  const page = Number(query?.page ?? 1);
  const pageSize = Number(query?.pageSize ?? smallestPage);
  const history = useGetRunHistoryQuery({ page, pageSize }, { refetchOnMountOrArgChange: true });
  const { currentData, error, refetch } = history;
  const shown = useExistingPage(history);
  // After a failure, what was shown is another page.
  const list = error === undefined ? shown : currentData;
  useEffect(() => {
    if (lastFinished !== null) void refetch();
  }, [lastFinished, refetch]);

  return (
    <Card title={t('commerce-bridge.history.title')}>
      {error === undefined ? null : <PartFailure error={error} onRetry={() => void refetch()} />}
      {list === undefined && error === undefined ? <Loader small>{t('commerce-bridge.history.title')}</Loader> : null}
      {list === undefined ? null : <HistoryTable history={list} current={current} />}
    </Card>
  );
}

function HistoryTable({ history, current }: { history: RunHistory; current: Run | null }) {
  const t = useTranslate();
  if (history.total === 0) {
    return <Typography textColor="neutral600">{t('commerce-bridge.history.empty')}</Typography>;
  }
  return (
    <CompactCells>
      <NavigableTable
        colCount={headings.length + 1}
        rowCount={history.runs.length + 1}
        aria-label={t('commerce-bridge.history.title')}
      >
        <HeadingRow headings={headings} actions="commerce-bridge.history.details" />
        <Tbody>
          {history.runs.map((run) => (
            // The run under way is polled every second; the history is not.
            <RunHistoryRow key={run.id} run={current?.id === run.id ? current : run} />
          ))}
        </Tbody>
      </NavigableTable>
      {history.total > smallestPage ? <ListPaging pages={history.pages} total={history.total} /> : null}
    </CompactCells>
  );
}
