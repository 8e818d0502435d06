import { Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { useFormats } from '../hooks/use-formats';
import { useTranslate } from '../hooks/use-translate';
import { variantStockText, type ProductStock } from '../lib/stock-text';
import type { Variant } from './stored-parts';

export interface VariantTableProps {
  variants: readonly Variant[];
  product: ProductStock;
  currency: string | null;
}

/** The variants of a cached product, each with its SKU, price and inventory. */
export function VariantTable({ variants, product, currency }: VariantTableProps) {
  const t = useTranslate();
  const { money } = useFormats();
  if (variants.length === 0) return <Typography>{t('commerce-bridge.product.variant.none')}</Typography>;
  const headings = [
    t('commerce-bridge.product.variant'),
    t('commerce-bridge.product.sku'),
    t('commerce-bridge.product.calculatedPrice'),
    t('commerce-bridge.product.stock'),
  ];
  const stockOf = (variant: Variant) => {
    const { inStock, inventoryLevel } = variant;
    if (!inStock) return t(variantStockText(variant, product));
    return inventoryLevel === null
      ? t('commerce-bridge.field.inStock')
      : t('commerce-bridge.field.inStockCount', { count: inventoryLevel });
  };
  return (
    <Table colCount={headings.length} rowCount={variants.length + 1}>
      <Thead>
        <Tr>
          {headings.map((heading) => (
            <Th key={heading}>
              <Typography variant="sigma">{heading}</Typography>
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {variants.map((variant) => (
          <Tr key={variant.id}>
            {[variant.name, variant.sku, money(variant.price, currency), stockOf(variant)].map((text, place) => (
              <Td key={headings[place]}>
                <Typography textColor="neutral800">{text}</Typography>
              </Td>
            ))}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
