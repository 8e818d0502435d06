import { Flex, Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import type { Run } from '../../../../../contracts/admin/runs';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { entityTexts, failedRecords } from './run-texts';

const headings: TranslationKey[] = [
  'commerce-bridge.failure.kind',
  'commerce-bridge.failure.id',
  'commerce-bridge.failure.name',
  'commerce-bridge.failure.reason',
];

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
      <Table colCount={headings.length} rowCount={run.failures.length + 1} aria-label={t('commerce-bridge.failure.title')}>
        <Thead>
          <Tr>
            {headings.map((heading) => (
              <Th key={heading}>
                <Typography variant="sigma" textColor="neutral600">
                  {t(heading)}
                </Typography>
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {run.failures.map((failure, index) => (
            <Tr key={`${failure.entity}-${failure.id ?? 'unknown'}-${index}`}>
              <Td>
                <Typography>{t(entityTexts[failure.entity])}</Typography>
              </Td>
              <Td>
                <Typography>{failure.id === null ? '–' : String(failure.id)}</Typography>
              </Td>
              <Td>
                <Typography>{failure.name === null || failure.name === '' ? '–' : failure.name}</Typography>
              </Td>
              <Td>
                <Typography style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>{failure.reason}</Typography>
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Flex>
  );
}
