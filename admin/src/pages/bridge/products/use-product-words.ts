import { useMemo } from 'react';
import type { CachedProduct, FieldChangeView, NamedIds } from '../../../../../contracts/admin/products';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { moneyFields, wordTexts } from '../../../lib/product-words';
import { fieldTexts, isProductField, partTexts, type ProductField } from './product-texts';

type Value = FieldChangeView['from'];

/** Names and units for formatting a product's values. */
export interface WordContext {
  names: NamedIds;
  currency: string | null;
  weightUnit: string | null;
}

/** Formats a product's fields and changes for administrators. */
export interface ProductWords {
  /** One field of a product; lists are counted or named. */
  field: (field: ProductField, product: CachedProduct) => string;
  /** A single value of a change. */
  value: (change: Pick<FieldChangeView, 'field' | 'part'>, value: Value) => string;
  /** What a change is about, for example `Variants: Red · Price`. */
  subject: (change: FieldChangeView) => string;
}

const longest = 160;

export function useProductWords({ names, currency, weightUnit }: WordContext): ProductWords {
  const t = useTranslate();
  const { count, money, moment } = useFormats();
  return useMemo(() => {
    const nameOf = (titles: Record<string, string>, id: number | string) => {
      const title = titles[String(id)];
      return title === undefined ? `#${id}` : title;
    };
    const listed = (values: readonly string[]) => (values.length === 0 ? '–' : shortened(values.join(', ')));

    const value: ProductWords['value'] = ({ field, part }, given) => {
      if (given === null || given === '') return '–';
      if (typeof given === 'boolean') return t(given ? 'commerce-bridge.product.yes' : 'commerce-bridge.product.no');
      if (field === 'brandId') return nameOf(names.brands, String(given));
      if (field === 'categoryIds')
        return listed(
          String(given)
            .split(', ')
            .map((id) => nameOf(names.categories, id)),
        );
      if (typeof given === 'number') {
        if (moneyFields.has(part ?? field)) return money(given, currency);
        return field === 'weight' && weightUnit !== null ? `${count(given)} ${weightUnit}` : count(given);
      }
      if (field === 'createdAt' || field === 'modifiedAt') return moment(given);
      const word = wordTexts[`${field}.${given}`];
      return word === undefined ? given : t(word);
    };

    const field: ProductWords['field'] = (name, product) => {
      switch (name) {
        case 'tags':
          return listed(product.tags);
        case 'categoryIds':
          return value({ field: name, part: null }, product.categoryIds.join(', '));
        case 'relatedIds':
          return listed(product.relatedIds.map((id) => `#${id}`));
        case 'customFields':
          return listed(product.customFields.map((custom) => `${custom.name}: ${custom.value}`));
        case 'images':
        case 'variants':
          return count(product[name].length);
        case 'inventoryLevel':
          return product.inventoryTracking === 'none' ? '–' : count(product.inventoryLevel);
        case 'seo':
          return listed(
            [product.seo.pageTitle, product.seo.metaDescription, ...product.seo.metaKeywords].filter(
              (text) => text !== '',
            ),
          );
        default: {
          const written = value({ field: name, part: null }, product[name]);
          return shortened(written);
        }
      }
    };

    const subject: ProductWords['subject'] = ({ field: name, item, part }) => {
      const partText = part === null ? undefined : partTexts[part];
      const parts = [item, partText === undefined ? part : t(partText)].filter((text) => text !== null);
      const title = isProductField(name) ? t(fieldTexts[name]) : name;
      return parts.length === 0
        ? title
        : t('commerce-bridge.product.partOf', { field: title, part: parts.join(' · ') });
    };
    return { field, value, subject };
  }, [count, currency, money, moment, names, t, weightUnit]);
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
