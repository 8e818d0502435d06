import { Flex, Typography } from '@strapi/design-system';
import type { Run } from '../../../../../contracts/admin/runs';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { RecordsTable } from './records-table';
import { failedRecords } from './run-texts';

/** The records that a run could not take over, each with the reason. */
export function FailuresTable({ run }: { run: Run }) {
  const t = useTranslate();
  const { count } = useFormats();
  if (run.failures.length === 0) return null;
  const all = failedRecords(run);
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Typography variant="delta" tag="h3">
        {t('commerce-bridge.failure.title')}
      </Typography>
      {all > run.failures.length ? (
        <Typography variant="pi" textColor="neutral600">
          {t('commerce-bridge.failure.first', { shown: count(run.failures.length), all: count(all) })}
        </Typography>
      ) : null}
      <RecordsTable
        label={t('commerce-bridge.failure.title')}
        remark="commerce-bridge.failure.reason"
        records={run.failures.map(({ reason, ...record }) => ({ ...record, remark: reason }))}
      />
    </Flex>
  );
}
