import { Box, Typography } from '@strapi/design-system';
import { useGetStoreCurrencyQuery } from '../api/product-choice-api';
import { StatusBadge } from '../components/status-badge';
import { useMayPick } from '../hooks/use-allowed';
import { useFormats } from '../hooks/use-formats';
import { useTranslate } from '../hooks/use-translate';
import { moneyFields, wordTexts } from '../lib/product-words';
import { flagFields, idFields, momentFields, pictureField } from './synced-attributes';

/** Other values of the record that affect how a value is shown. */
export interface RowValues {
  availability?: unknown;
  inventoryTracking?: unknown;
}

export interface SyncedContentProps {
  name: string;
  value: unknown;
  row: RowValues;
  /** A CSS length: the picture's width and height. */
  pictureSize: string;
}

/** A single value of a cached record, formatted as on our own pages. */
export function SyncedContent({ name, value, row, pictureSize }: SyncedContentProps) {
  const t = useTranslate();
  const { count, moment } = useFormats();
  if (value === null || value === undefined || value === '') return <Text>–</Text>;
  // Upstream reports 0 for stock that it does not track.
  if (name === 'inventoryLevel') return <Text>{row.inventoryTracking === 'none' ? '–' : count(Number(value))}</Text>;
  // Regardless of the stock: "no" alone would look sold out.
  if (name === 'inStock' && row.availability === 'disabled')
    return <Text>{t('commerce-bridge.product.availability.disabled')}</Text>;
  // Databases may return decimals and flags as other types.
  if (moneyFields.has(name)) return <Money amount={Number(value)} />;
  if (flagFields.has(name))
    return <Text>{t(value ? 'commerce-bridge.product.yes' : 'commerce-bridge.product.no')}</Text>;
  const text = String(value);
  if (momentFields.has(name)) return <Text>{moment(text)}</Text>;
  if (name === pictureField) return <Picture url={text} size={pictureSize} />;
  const word = idFields.has(name) ? undefined : wordTexts[`${name}.${text}`];
  const written = word === undefined ? text : t(word);
  if (name !== 'publicationStatus') return <Text>{written}</Text>;
  return <StatusBadge variant={value === 'publish' ? 'success' : 'secondary'}>{written}</StatusBadge>;
}

function Money({ amount }: { amount: number }) {
  const currency = useStoreCurrency();
  const { money } = useFormats();
  return <Text>{money(amount, currency)}</Text>;
}

/** No alt text: the name is next to the picture. */
function Picture({ url, size }: { url: string; size: string }) {
  return (
    <Box width={size} height={size} hasRadius overflow="hidden" background="neutral150">
      <img src={url} alt="" width="100%" height="100%" style={{ objectFit: 'cover' }} loading="lazy" />
    </Box>
  );
}

function Text({ children }: { children: string }) {
  return <Typography textColor="neutral800">{children}</Typography>;
}

/** The store's currency; null while unknown, and for administrators without permission. */
export function useStoreCurrency(): string | null {
  const { allowed } = useMayPick();
  const { data } = useGetStoreCurrencyQuery(undefined, { skip: !allowed });
  return data ?? null;
}
