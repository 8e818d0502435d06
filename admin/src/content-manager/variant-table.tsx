import { Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { useFormats } from '../hooks/use-formats';
import { useTranslate } from '../hooks/use-translate';
import type { Variant } from './stored-parts';

/** The variants of a cached product, each with its SKU, price and inventory. */
export function VariantTable({ variants, currency }: { variants: readonly Variant[]; currency: string | null }) {
  const t = useTranslate();
  const { money } = useFormats();
  if (variants.length === 0) return <Typography>{t('commerce-bridge.product.variant.none')}</Typography>;
  const headings = [
    t('commerce-bridge.product.variant'),
    t('commerce-bridge.product.sku'),
    t('commerce-bridge.product.calculatedPrice'),
    t('commerce-bridge.product.stock'),
  ];
  const stockOf = ({ inStock, inventoryLevel }: Variant) => {
    if (!inStock) return t('commerce-bridge.field.outOfStock');
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
