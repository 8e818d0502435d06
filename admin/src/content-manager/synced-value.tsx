import type { ReactNode } from 'react';
import { useField } from '@strapi/strapi/admin';
import { Box, Flex, Typography } from '@strapi/design-system';
import { useGetChosenProductsQuery } from '../api/product-choice-api';
import { Facts } from '../components/facts';
import { useMayPick } from '../hooks/use-allowed';
import { useFormats } from '../hooks/use-formats';
import { useTranslate } from '../hooks/use-translate';
import { customFieldsIn, imagesIn, textOf, textsIn, variantsIn } from './stored-parts';
import { VariantTable } from './variant-table';

/** What Strapi's edit view gives an input, as far as it matters here. */
export interface SyncedValueProps {
  name: string;
  label?: ReactNode;
}

/** A value of a cached product that is stored as JSON, or a price: shown, and not to be edited here. */
export function SyncedValue({ name, label }: SyncedValueProps) {
  const { value } = useField<unknown>(name);
  return (
    <Flex
      tag="section"
      aria-label={typeof label === 'string' ? label : name}
      direction="column"
      alignItems="stretch"
      gap={1}
      data-testid={`commerce-bridge-${name}`}
    >
      <Typography variant="pi" fontWeight="bold" textColor="neutral800">
        {label}
      </Typography>
      <Shown name={name} value={value} />
    </Flex>
  );
}

function Shown({ name, value }: { name: string; value: unknown }) {
  const t = useTranslate();
  const currency = useCurrency();
  const { money } = useFormats();
  if (name === 'images') return <Images value={value} />;
  if (name === 'variants') return <VariantTable variants={variantsIn(value)} currency={currency} />;
  if (name === 'tags') return <Text>{textsIn(value).join(', ')}</Text>;
  if (name === 'customFields')
    return <Facts facts={customFieldsIn(value).map((field) => ({ term: field.name, value: field.value }))} />;
  if (name === 'seo')
    return (
      <Facts
        width="sentence"
        facts={[
          { term: t('commerce-bridge.product.pageTitle'), value: textOf(value, 'pageTitle') || '–' },
          { term: t('commerce-bridge.product.metaDescription'), value: textOf(value, 'metaDescription') || '–' },
          { term: t('commerce-bridge.product.metaKeywords'), value: textOf(value, 'metaKeywords') || '–' },
        ]}
      />
    );
  // A database may give decimals as texts.
  return <Text>{value === null || value === undefined || value === '' ? '' : money(Number(value), currency)}</Text>;
}

function Images({ value }: { value: unknown }) {
  const images = imagesIn(value);
  if (images.length === 0) return <Text>{''}</Text>;
  return (
    <Flex tag="ul" gap={2} wrap="wrap">
      {images.map(({ id, alt, urls }) => (
        <Box key={id} tag="li" hasRadius overflow="hidden" background="neutral150" width="8rem" height="8rem">
          <img
            src={urls.thumbnail}
            alt={alt}
            width="100%"
            height="100%"
            style={{ objectFit: 'cover' }}
            loading="lazy"
          />
        </Box>
      ))}
    </Flex>
  );
}

function Text({ children }: { children: string }) {
  return <Typography textColor="neutral800">{children === '' ? '–' : children}</Typography>;
}

/** The store's; null while it is not known, or for who may not ask. */
function useCurrency(): string | null {
  const { value: id } = useField<unknown>('upstreamId');
  const { allowed } = useMayPick();
  const { data } = useGetChosenProductsQuery([Number(id)], { skip: !allowed || typeof id !== 'number' });
  return data?.currency ?? null;
}
