import { Box, Tbody, Td, Tr, Typography } from '@strapi/design-system';
import type { DryMarketPart } from '../../../../../contracts/admin/runs';
import { HeadingRow } from '../../../components/heading-row';
import { NavigableTable } from '../../../components/navigable-table';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';

const kindTexts: Record<DryMarketPart['kind'], TranslationKey> = {
  membership: 'commerce-bridge.dryMarkets.membership',
  categories: 'commerce-bridge.dryMarkets.categories',
  texts: 'commerce-bridge.dryMarkets.texts',
  'category texts': 'commerce-bridge.dryMarkets.categoryTexts',
  'brand texts': 'commerce-bridge.dryMarkets.brandTexts',
  prices: 'commerce-bridge.dryMarkets.prices',
};

const columns: { count: keyof NonNullable<DryMarketPart['counts']>; text: TranslationKey }[] = [
  { count: 'created', text: 'commerce-bridge.count.created' },
  { count: 'updated', text: 'commerce-bridge.count.updated' },
  { count: 'unchanged', text: 'commerce-bridge.count.unchanged' },
  { count: 'removed', text: 'commerce-bridge.count.removed' },
  { count: 'failed', text: 'commerce-bridge.count.failed' },
];

/** What a dry run would change in further markets, part by part. */
export function MarketPartsTable({ parts }: { parts: readonly DryMarketPart[] }) {
  const t = useTranslate();
  const { count } = useFormats();
  return (
    <Box>
      <Typography variant="delta" tag="h3">
        {t('commerce-bridge.dryMarkets.title')}
      </Typography>
      <NavigableTable
        colCount={columns.length + 2}
        rowCount={parts.length + 1}
        aria-label={t('commerce-bridge.dryMarkets.title')}
      >
        <HeadingRow
          headings={['commerce-bridge.markets.title', 'commerce-bridge.count.kind', ...columns.map(({ text }) => text)]}
        />
        <Tbody>
          {parts.map((part) => (
            <Tr key={[part.kind, part.channelId, part.currency, part.customerGroupId, part.locale].join(' ')}>
              <Td>
                <Typography fontWeight="semiBold">{part.markets.join(', ')}</Typography>
              </Td>
              <Td>
                <Typography>
                  {[t(kindTexts[part.kind]), part.currency ?? part.locale ?? ''].join(' ').trim()}
                </Typography>
              </Td>
              <Counts part={part} show={count} />
            </Tr>
          ))}
        </Tbody>
      </NavigableTable>
    </Box>
  );
}

/** The counts of one part, or the reason why there are none. */
function Counts({ part: { counts, problem }, show }: { part: DryMarketPart; show: (count: number) => string }) {
  if (counts === null)
    return (
      <Td colSpan={columns.length}>
        <Typography textColor="danger700">{problem}</Typography>
      </Td>
    );
  return columns.map((column) => (
    <Td key={column.count}>
      <Typography textColor="neutral800">{show(counts[column.count])}</Typography>
    </Td>
  ));
}
