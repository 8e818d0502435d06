import { Table, Tbody, Td, Tr, Typography } from '@strapi/design-system';
import type { Run } from '../../../../../contracts/admin/runs';
import { HeadingRow } from '../../../components/heading-row';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { entityTexts } from '../../../lib/run-texts';

export interface ToldRecord {
  entity: Run['failures'][number]['entity'];
  id: number | null;
  name: string | null;
  /** What there is to say of it. */
  remark: string;
}

export interface RecordsTableProps {
  label: string;
  /** Above the remarks. */
  remark: TranslationKey;
  records: readonly ToldRecord[];
}

/** Records of a run, each with a remark. */
export function RecordsTable({ label, remark, records }: RecordsTableProps) {
  const t = useTranslate();
  const headings: TranslationKey[] = [
    'commerce-bridge.failure.kind',
    'commerce-bridge.failure.id',
    'commerce-bridge.failure.name',
    remark,
  ];
  return (
    <Table colCount={headings.length} rowCount={records.length + 1} aria-label={label}>
      <HeadingRow headings={headings} />
      <Tbody>
        {records.map((record, place) => (
          // A record may have failed more than once, and one without an id may be any.
          <Tr key={place}>
            <Td>
              <Typography>{t(entityTexts[record.entity])}</Typography>
            </Td>
            <Td>
              <Typography>{record.id ?? '–'}</Typography>
            </Td>
            <Td>
              <Typography style={{ whiteSpace: 'normal' }}>{record.name || '–'}</Typography>
            </Td>
            <Td>
              <Typography style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>{record.remark || '–'}</Typography>
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
