import { useState } from 'react';
import { Button, Flex, Tbody, Td, Typography } from '@strapi/design-system';
import type { CachedProduct, ProductDetail } from '../../../../../contracts/admin/products';
import { HeadingRow } from '../../../components/heading-row';
import { NavigableTable } from '../../../components/navigable-table';
import type { RowPlace } from '../../../components/table-places';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { variantStockText } from '../../../lib/stock-text';
import { OnlyDifferences } from './only-differences';
import { MarkedRow, NameCell } from './compared-cells';
import type { LiveProduct } from './field-comparison';

type Variant = CachedProduct['variants'][number];

const headings: TranslationKey[] = [
  'commerce-bridge.product.variant',
  'commerce-bridge.product.sku',
  'commerce-bridge.product.variant.priceHere',
  'commerce-bridge.product.variant.priceThere',
  'commerce-bridge.product.variant.stockHere',
  'commerce-bridge.product.variant.stockThere',
];

/** A product may have 600 variants. */
const shownAtOnce = 50;

/** Price and stock of each variant, here and in the store; variants that differ come first. */
export function VariantComparison({ detail, live }: { detail: ProductDetail; live: LiveProduct | null }) {
  const t = useTranslate();
  const [shown, setShown] = useState(shownAtOnce);
  const [isShort, setIsShort] = useState(false);
  const there = live?.fields ? new Map(live.fields.variants.map((variant) => [variant.id, variant])) : null;
  const here = new Map(detail.fields.variants.map((variant) => [variant.id, variant]));
  const every = [...new Set([...here.keys(), ...(there?.keys() ?? [])])];
  const differs = (id: number) => there !== null && isDifferent(here.get(id), there.get(id));
  const different = every.filter(differs);
  const ids = isShort && different.length > 0 ? different : [...different, ...every.filter((id) => !differs(id))];
  if (ids.length === 0)
    return <Typography textColor="neutral600">{t('commerce-bridge.product.variant.none')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {different.length === 0 ? null : <OnlyDifferences isChosen={isShort} onChange={setIsShort} />}
      <NavigableTable
        colCount={headings.length}
        rowCount={Math.min(shown, ids.length) + 1}
        aria-label={t('commerce-bridge.product.variants')}
      >
        <HeadingRow headings={headings} />
        <Tbody>
          {ids.slice(0, shown).map((id) => (
            <VariantRow
              key={id}
              here={sideOf(here.get(id), detail.fields)}
              there={sideOf(there?.get(id), live?.fields)}
              isKnown={there !== null}
              currency={detail.currency}
            />
          ))}
        </Tbody>
      </NavigableTable>
      {ids.length > shown ? (
        <Flex justifyContent="center">
          <Button variant="tertiary" onClick={() => setShown(shown + shownAtOnce)}>
            {t('commerce-bridge.product.variant.more', { count: ids.length - shown })}
          </Button>
        </Flex>
      ) : null}
    </Flex>
  );
}

function isDifferent(here: Variant | undefined, there: Variant | undefined): boolean {
  return JSON.stringify(here) !== JSON.stringify(there);
}

/** A variant, here or in the store, with its product. */
interface Side {
  variant: Variant;
  product: CachedProduct;
}

function sideOf(variant: Variant | undefined, product: CachedProduct | null | undefined): Side | null {
  return variant === undefined || !product ? null : { variant, product };
}

interface VariantRowProps extends RowPlace {
  here: Side | null;
  there: Side | null;
  /** Whether the store has responded. */
  isKnown: boolean;
  currency: string | null;
}

function VariantRow({ here, there, isKnown, currency, ...place }: VariantRowProps) {
  const t = useTranslate();
  const { count, money } = useFormats();
  const isMarked = isKnown && isDifferent(here?.variant, there?.variant);
  const stock = (side: Side | null) => {
    if (side === null) return '–';
    const word = t(variantStockText(side.variant, side.product));
    const { inventoryLevel } = side.variant;
    return inventoryLevel === null ? word : `${word} (${count(inventoryLevel)})`;
  };
  const price = (side: Side | null) => (side === null ? '–' : money(side.variant.price, currency));
  const shown = (here ?? there)?.variant;
  const cells = [
    shown?.sku ?? '',
    price(here),
    isKnown ? price(there) : '…',
    stock(here),
    isKnown ? stock(there) : '…',
  ];
  return (
    <MarkedRow {...place} $isMarked={isMarked}>
      <NameCell name={shown?.name} isDifferent={isMarked} />
      {cells.map((text, place) => (
        <Td key={headings[place + 1]}>
          <Typography textColor="neutral800" tag="div">
            {text}
          </Typography>
        </Td>
      ))}
    </MarkedRow>
  );
}
