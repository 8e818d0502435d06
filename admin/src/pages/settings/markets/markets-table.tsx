import { Flex, Tbody, Td, Tr, Typography } from '@strapi/design-system';
import type { MarketChoices, MarketRow } from '../../../../../contracts/admin/market-desk';
import type { MarketSetting } from '../../../../../contracts/admin/markets';
import { ActionCell } from '../../../components/action-cell';
import { CompactCells } from '../../../components/compact-cells';
import { HeadingRow } from '../../../components/heading-row';
import { NavigableTable } from '../../../components/navigable-table';
import type { RowPlace } from '../../../components/table-places';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { ConfirmRemovalButton, EditMarketButton, RemoveMarketButton, SyncMarketButton } from './market-buttons';
import { channelName, groupName } from './market-options';
import { MarketStateCell } from './market-state-cell';
import { useLanguageNames } from './use-language-names';

const headings: TranslationKey[] = [
  'commerce-bridge.markets.column.market',
  'commerce-bridge.markets.column.shoppers',
  'commerce-bridge.markets.column.state',
  'commerce-bridge.markets.column.products',
];

export interface MarketsTableProps {
  rows: MarketRow[];
  /** The markets in the settings, without the default one. */
  markets: MarketSetting[];
  /** Undefined until the store has responded. */
  choices: MarketChoices | undefined;
  canSync: boolean;
  canUpdate: boolean;
  /** Null if markets cannot be changed. */
  onEdit: ((market: MarketSetting) => void) | null;
}

/** All markets of the site, and how far each has been read. */
export function MarketsTable({ rows, ...props }: MarketsTableProps) {
  const t = useTranslate();
  return (
    <CompactCells>
      <NavigableTable
        colCount={headings.length + 1}
        rowCount={rows.length + 1}
        aria-label={t('commerce-bridge.setting.markets.label')}
      >
        <HeadingRow headings={headings} actions="commerce-bridge.markets.actions" />
        <Tbody>
          {rows.map((row) => (
            <MarketTableRow key={row.key} row={row} {...props} />
          ))}
        </Tbody>
      </NavigableTable>
    </CompactCells>
  );
}

function MarketTableRow({
  row,
  markets,
  choices,
  canSync,
  canUpdate,
  onEdit,
  ...place
}: Omit<MarketsTableProps, 'rows'> & { row: MarketRow } & RowPlace) {
  const market = markets.find(({ key }) => key === row.key);
  return (
    <Tr {...place}>
      <Td>
        <Name row={row} />
      </Td>
      <Td>
        <Shoppers row={row} choices={choices} />
      </Td>
      <Td>
        <MarketStateCell market={row} />
      </Td>
      <Td>
        <Products row={row} />
      </Td>
      <ActionCell>
        {market === undefined || !canSync ? null : (
          <>
            {row.failure?.isHeld === true ? <ConfirmRemovalButton market={row} /> : null}
            <SyncMarketButton market={row} />
          </>
        )}
        {market === undefined || onEdit === null ? null : (
          <EditMarketButton name={market.name} onEdit={() => onEdit(market)} />
        )}
        {market === undefined || !canUpdate ? null : <RemoveMarketButton market={market} />}
      </ActionCell>
    </Tr>
  );
}

function Name({ row: { key, name, isDefault, isPublic } }: { row: MarketRow }) {
  const t = useTranslate();
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      <Typography fontWeight="semiBold" textColor="neutral800" tag="div">
        {isDefault ? t('commerce-bridge.markets.default') : name}
      </Typography>
      <Typography variant="pi" textColor="neutral600">
        {isPublic ? key : `${key} · ${t('commerce-bridge.markets.private')}`}
      </Typography>
    </Flex>
  );
}

/** The channel, and below it the currency, language, and group. */
function Shoppers({ row, choices }: { row: MarketRow; choices: MarketChoices | undefined }) {
  const t = useTranslate();
  const language = useLanguageNames();
  const { channelId, currency, locale, customerGroupId } = row;
  if (channelId === null) return <Typography textColor="neutral600">{t('commerce-bridge.markets.unknown')}</Typography>;
  const details = [
    currency,
    locale === null ? null : language(locale),
    customerGroupId === null ? t('commerce-bridge.markets.guests') : groupName(choices, customerGroupId, t),
  ];
  return (
    <>
      <Typography textColor="neutral800" tag="div">
        {channelName(choices, channelId, t)}
      </Typography>
      <Typography variant="pi" textColor="neutral600">
        {details.filter((detail) => detail !== null).join(' · ')}
      </Typography>
    </>
  );
}

function Products({ row: { products, unpriced, failed } }: { row: MarketRow }) {
  const t = useTranslate();
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      <Typography textColor="neutral800">{t('commerce-bridge.markets.products', { count: products })}</Typography>
      {unpriced === 0 ? null : (
        <Typography variant="pi" textColor="neutral600">
          {t('commerce-bridge.markets.unpriced', { count: unpriced })}
        </Typography>
      )}
      {failed === 0 ? null : (
        <Typography variant="pi" textColor="danger600">
          {t('commerce-bridge.markets.failed', { count: failed })}
        </Typography>
      )}
    </Flex>
  );
}
