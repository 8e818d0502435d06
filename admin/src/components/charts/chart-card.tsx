import { useState, type ReactNode } from 'react';
import { Button, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { useTranslate } from '../../hooks/use-translate';
import { Card } from '../card';
import { NavigableTable } from '../navigable-table';

export interface ChartCardProps {
  title: string;
  description: string;
  /** Shown in place of the chart while there is nothing to draw; null when there is. */
  nothing: string | null;
  chart: ReactNode;
  /** The chart's data as a table. */
  headings: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A chart that can also be read as a table. */
export function ChartCard({ title, description, nothing, chart, headings, rows }: ChartCardProps) {
  const t = useTranslate();
  const [isTable, setIsTable] = useState(false);
  return (
    <Card
      title={title}
      description={description}
      aside={
        nothing === null ? (
          <Button
            size="S"
            variant="tertiary"
            aria-pressed={isTable}
            aria-label={t('commerce-bridge.chart.asTable.of', { title })}
            onClick={() => setIsTable(!isTable)}
          >
            {t('commerce-bridge.chart.asTable')}
          </Button>
        ) : null
      }
    >
      {nothing === null ? null : <Typography textColor="neutral600">{nothing}</Typography>}
      {nothing === null && !isTable ? chart : null}
      {nothing === null && isTable ? (
        <NavigableTable colCount={headings.length} rowCount={rows.length + 1} aria-label={title}>
          <Thead>
            <Tr>
              {headings.map((heading) => (
                <Th key={heading}>
                  <Typography variant="sigma" textColor="neutral600">
                    {heading}
                  </Typography>
                </Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {rows.map(({ key, cells }) => (
              <Tr key={key}>
                {cells.map((cell, index) => (
                  <Td key={headings[index]}>
                    {typeof cell === 'string' ? <Typography textColor="neutral800">{cell}</Typography> : cell}
                  </Td>
                ))}
              </Tr>
            ))}
          </Tbody>
        </NavigableTable>
      ) : null}
    </Card>
  );
}
