import { Tbody, Td, Tr, Typography } from '@strapi/design-system';
import type { Run, RunCounts } from '../../../../../contracts/admin/runs';
import { HeadingRow } from '../../../components/heading-row';
import { NavigableTable } from '../../../components/navigable-table';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';

const columns: { count: keyof RunCounts; text: TranslationKey }[] = [
  { count: 'fetched', text: 'commerce-bridge.count.fetched' },
  { count: 'created', text: 'commerce-bridge.count.created' },
  { count: 'updated', text: 'commerce-bridge.count.updated' },
  { count: 'unchanged', text: 'commerce-bridge.count.unchanged' },
  { count: 'removed', text: 'commerce-bridge.count.removed' },
  { count: 'failed', text: 'commerce-bridge.count.failed' },
];

const rows: { entity: keyof Run['countsByEntity']; text: TranslationKey }[] = [
  { entity: 'product', text: 'commerce-bridge.entity.products' },
  { entity: 'category', text: 'commerce-bridge.entity.categories' },
  { entity: 'brand', text: 'commerce-bridge.entity.brands' },
];

/** What a run did, by kind of record. */
export function CountsTable({ run }: { run: Run }) {
  const t = useTranslate();
  const { count } = useFormats();
  return (
    <NavigableTable
      colCount={columns.length + 1}
      rowCount={rows.length + 1}
      aria-label={t('commerce-bridge.result.counts')}
    >
      <HeadingRow headings={['commerce-bridge.count.kind', ...columns.map(({ text }) => text)]} />
      <Tbody>
        {rows.map((row) => (
          <Tr key={row.entity}>
            <Td>
              <Typography fontWeight="semiBold">{t(row.text)}</Typography>
            </Td>
            {columns.map((column) => {
              const value = run.countsByEntity[row.entity][column.count];
              const isFailure = column.count === 'failed' && value > 0;
              return (
                <Td key={column.count}>
                  <Typography
                    {...(isFailure ? { textColor: 'danger600', fontWeight: 'bold' } : { textColor: 'neutral800' })}
                  >
                    {count(value)}
                  </Typography>
                </Td>
              );
            })}
          </Tr>
        ))}
      </Tbody>
    </NavigableTable>
  );
}
