import { useState } from 'react';
import { Button, Flex, Tbody } from '@strapi/design-system';
import type { MarketOffer, ProductInMarket } from '../../../../../contracts/admin/product-in-market';
import { HeadingRow } from '../../../components/heading-row';
import { NavigableTable } from '../../../components/navigable-table';
import type { RowPlace } from '../../../components/table-places';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { MarkedRow, NameCell, ValueCell } from './compared-cells';
import { PriceSource } from './price-source';

const headings: TranslationKey[] = [
  'commerce-bridge.product.field',
  'commerce-bridge.product.here',
  'commerce-bridge.product.there',
];
const amounts = ['price', 'salePrice', 'calculatedPrice'] as const;
const amountTexts = {
  price: 'commerce-bridge.product.price',
  salePrice: 'commerce-bridge.product.salePrice',
  calculatedPrice: 'commerce-bridge.product.calculatedPrice',
} as const;

/** A product may have 600 variants. */
const shownAtOnce = 50;

interface Row {
  name: string;
  here: string;
  there: string;
  isDifferent: boolean;
}

/** Whether a market sells a product, and at which price, here and in the store; and where the price comes from. */
export function MarketComparison({ compared }: { compared: ProductInMarket }) {
  const t = useTranslate();
  const [shown, setShown] = useState(shownAtOnce);
  const rows = useRows(compared);
  const { store } = compared;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {store.kind === 'sold' ? <PriceSource source={store.source} /> : null}
      <NavigableTable
        colCount={headings.length}
        rowCount={Math.min(shown, rows.length) + 1}
        aria-label={t('commerce-bridge.market.comparison', { market: compared.name })}
      >
        <HeadingRow headings={headings} />
        <Tbody>
          {rows.slice(0, shown).map((row, place) => (
            <ComparedRow key={place} row={row} />
          ))}
        </Tbody>
      </NavigableTable>
      {rows.length > shown ? (
        <Flex justifyContent="center">
          <Button variant="tertiary" onClick={() => setShown(shown + shownAtOnce)}>
            {t('commerce-bridge.product.variant.more', { count: rows.length - shown })}
          </Button>
        </Flex>
      ) : null}
    </Flex>
  );
}

function useRows({ site, store, currency, differences }: ProductInMarket): Row[] {
  const t = useTranslate();
  const { money } = useFormats();
  const here = site.kind === 'sold' ? site.offer : null;
  const there = store.kind === 'sold' ? store.offer : null;
  const unknown = { site: site.kind === 'not_ready', store: store.kind === 'failed' };
  const yesNo = (isSold: boolean) => t(isSold ? 'commerce-bridge.product.yes' : 'commerce-bridge.product.no');
  const cell = (offer: MarketOffer | null, amount: number | null | undefined, isUnknown: boolean) => {
    if (isUnknown) return t('commerce-bridge.product.unknown');
    if (offer === null || amount === undefined) return '–';
    return amount === null ? '–' : money(amount, currency);
  };
  const rowOf = (name: string, pick: (offer: MarketOffer) => number | null | undefined): Row => {
    const both = [here && pick(here), there && pick(there)];
    return {
      name,
      here: cell(here, both[0], unknown.site),
      there: cell(there, both[1], unknown.store),
      isDifferent: here !== null && there !== null && both[0] !== both[1],
    };
  };
  const variants = (here ?? there)?.variants ?? [];
  const priced = variants.map(({ id, name }) =>
    rowOf(name, (offer) => offer.variants.find((variant) => variant.id === id)?.price),
  );
  return [
    {
      name: t('commerce-bridge.market.sold'),
      here: unknown.site ? t('commerce-bridge.product.unknown') : yesNo(here !== null),
      there: unknown.store ? t('commerce-bridge.product.unknown') : yesNo(there !== null),
      isDifferent: differences.includes('sold'),
    },
    ...amounts.map((field) => rowOf(t(amountTexts[field]), (offer) => offer[field])),
    ...priced.filter(({ isDifferent }) => isDifferent),
    ...priced.filter(({ isDifferent }) => !isDifferent),
  ];
}

function ComparedRow({ row: { name, here, there, isDifferent }, ...place }: { row: Row } & RowPlace) {
  return (
    <MarkedRow {...place} $isMarked={isDifferent}>
      <NameCell name={name} isDifferent={isDifferent} />
      <ValueCell value={here} />
      <ValueCell value={there} isEmphasized={isDifferent} />
    </MarkedRow>
  );
}
