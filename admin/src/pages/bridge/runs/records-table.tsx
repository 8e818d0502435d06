import { Link, Tbody, Td, Tr, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { Run } from '../../../../../contracts/admin/runs';
import { HeadingRow } from '../../../components/heading-row';
import { NavigableTable } from '../../../components/navigable-table';
import { pluginId } from '../../../plugin-id';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { entityTexts } from '../../../lib/run-texts';

export interface RemarkedRecord {
  entity: Run['failures'][number]['entity'];
  id: number | null;
  name: string | null;
  /** A remark about the record. */
  remark: string;
}

export interface RecordsTableProps {
  label: string;
  /** Heading of the remarks. */
  remark: TranslationKey;
  records: readonly RemarkedRecord[];
}

/** Records of a run, each with a remark; a product's name links to the product. */
export function RecordsTable({ label, remark, records }: RecordsTableProps) {
  const t = useTranslate();
  const headings: TranslationKey[] = [
    'commerce-bridge.failure.kind',
    'commerce-bridge.failure.id',
    'commerce-bridge.failure.name',
    remark,
  ];
  return (
    <NavigableTable colCount={headings.length} rowCount={records.length + 1} aria-label={label}>
      <HeadingRow headings={headings} />
      <Tbody>
        {records.map((record, place) => (
          // Keyed by position: a record may have failed more than once, and some have no id.
          <Tr key={place}>
            <Td>
              <Typography>{t(entityTexts[record.entity])}</Typography>
            </Td>
            <Td>
              <Typography>{record.id ?? '–'}</Typography>
            </Td>
            <Td>
              <Typography style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
                <RecordName record={record} />
              </Typography>
            </Td>
            <Td>
              <Typography style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>{record.remark || '–'}</Typography>
            </Td>
          </Tr>
        ))}
      </Tbody>
    </NavigableTable>
  );
}

function RecordName({ record: { entity, id, name } }: { record: RemarkedRecord }) {
  if (entity !== 'product' || id === null) return name || '–';
  return (
    <Link tag={NavLink} to={`/plugins/${pluginId}/products?product=${id}`}>
      {name || `#${id}`}
    </Link>
  );
}
