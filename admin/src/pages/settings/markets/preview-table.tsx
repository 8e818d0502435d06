import { Flex, Link, Tbody, Td, Tr, Typography } from '@strapi/design-system';
import type { MarketPreviewRow } from '../../../../../contracts/admin/market-desk';
import { CompactCells } from '../../../components/compact-cells';
import { HeadingRow } from '../../../components/heading-row';
import { NavigableTable } from '../../../components/navigable-table';
import { StatusBadge, type StatusVariant } from '../../../components/status-badge';
import type { RowPlace } from '../../../components/table-places';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';

const headings: TranslationKey[] = [
  'commerce-bridge.markets.column.market',
  'commerce-bridge.markets.preview.sold',
  'commerce-bridge.markets.preview.name',
  'commerce-bridge.markets.preview.price',
];

const states: Record<MarketPreviewRow['state'], { variant: StatusVariant; text: TranslationKey }> = {
  shown: { variant: 'success', text: 'commerce-bridge.markets.preview.shown' },
  unpriced: { variant: 'warning', text: 'commerce-bridge.markets.preview.unpriced' },
  absent: { variant: 'neutral', text: 'commerce-bridge.markets.preview.absent' },
  not_ready: { variant: 'secondary', text: 'commerce-bridge.markets.preview.notReady' },
  refused: { variant: 'danger', text: 'commerce-bridge.markets.preview.refused' },
};

/** What each market shows of a product. */
export function PreviewTable({ title, rows }: { title: string; rows: MarketPreviewRow[] }) {
  const t = useTranslate();
  return (
    <CompactCells>
      <NavigableTable
        colCount={headings.length}
        rowCount={rows.length + 1}
        aria-label={t('commerce-bridge.markets.preview.of', { title })}
      >
        <HeadingRow headings={headings} />
        <Tbody>
          {rows.map((row, index) => (
            <PreviewRow key={row.key} row={row} isDefault={index === 0} />
          ))}
        </Tbody>
      </NavigableTable>
    </CompactCells>
  );
}

function PreviewRow({ row, isDefault, ...place }: { row: MarketPreviewRow; isDefault: boolean } & RowPlace) {
  const t = useTranslate();
  const { variant, text } = states[row.state];
  return (
    <Tr {...place}>
      <Td>
        <Typography fontWeight="semiBold" textColor="neutral800">
          {isDefault ? t('commerce-bridge.markets.default') : row.name}
        </Typography>
      </Td>
      <Td>
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <StatusBadge variant={variant}>{t(text)}</StatusBadge>
          {row.product === null || row.state !== 'shown' ? null : (
            <Typography variant="pi" textColor="neutral600">
              {t(row.product.inStock ? 'commerce-bridge.product.inStock' : 'commerce-bridge.product.outOfStock')}
            </Typography>
          )}
          {row.reason === null ? null : (
            <Typography variant="pi" textColor="neutral800" maxWidth="28rem" style={{ whiteSpace: 'normal' }}>
              {row.reason}
            </Typography>
          )}
        </Flex>
      </Td>
      <Td>
        <Name product={row.product} />
      </Td>
      <Td>
        <Price row={row} />
      </Td>
    </Tr>
  );
}

/** The name that the market shows, as a link if the address of its page is known. */
function Name({ product }: Pick<MarketPreviewRow, 'product'>) {
  if (product === null) return <Nothing />;
  const { name, permalink } = product;
  if (permalink === null) return <Typography textColor="neutral800">{name}</Typography>;
  return (
    <Link href={permalink} isExternal>
      {name}
    </Link>
  );
}

/** The price that is charged, and the regular price if it differs. */
function Price({ row: { product, currency } }: { row: MarketPreviewRow }) {
  const { money } = useFormats();
  if (product === null || product.price === null) return <Nothing />;
  const { price, salePrice } = product;
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      <Typography textColor="neutral800">{money(salePrice ?? price, currency)}</Typography>
      {salePrice === null ? null : (
        <Typography variant="pi" textColor="neutral600" tag="s">
          {money(price, currency)}
        </Typography>
      )}
    </Flex>
  );
}

function Nothing() {
  return <Typography textColor="neutral600">–</Typography>;
}
