import { useState } from 'react';
import { Flex, Loader, Typography } from '@strapi/design-system';
import type { Run } from '../../../../../contracts/admin/runs';
import { useGetRunFailuresQuery } from '../../../api/runs-api';
import { PartFailure } from '../../../components/load-failure';
import { StepPaging } from '../../../components/step-paging';
import { useTranslate } from '../../../hooks/use-translate';
import { RecordsTable } from './records-table';
import { failedRecords } from '../../../lib/run-texts';

const pageSize = 20;

/** The records that a run could not import, each with the reason; paged by the server. */
export function FailuresTable({ run }: { run: Run }) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const hasFailures = failedRecords(run) > 0;
  const { data, error, refetch } = useGetRunFailuresQuery({ id: run.id, page, pageSize }, { skip: !hasFailures });
  if (!hasFailures) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Typography variant="delta" tag="h3">
        {t('commerce-bridge.failure.title')}
      </Typography>
      {error === undefined ? null : <PartFailure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined ? <Loader small>{t('commerce-bridge.failure.title')}</Loader> : null}
      {data === undefined ? null : (
        <>
          <RecordsTable
            label={t('commerce-bridge.failure.title')}
            remark="commerce-bridge.failure.reason"
            records={data.failures.map(({ reason, ...record }) => ({ ...record, remark: reason }))}
          />
          <StepPaging page={data.page} pages={data.pages} onPage={setPage} />
        </>
      )}
    </Flex>
  );
}
