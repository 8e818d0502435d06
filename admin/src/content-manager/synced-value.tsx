import type { ReactNode } from 'react';
import { useField } from '@strapi/strapi/admin';
import { Box, Flex, Typography } from '@strapi/design-system';
import { Facts } from '../components/facts';
import { useTranslate } from '../hooks/use-translate';
import { customFieldsIn, imagesIn, stockIn, textOf, textsIn, variantsIn } from './stored-parts';
import { SyncedContent, useStoreCurrency } from './synced-content';
import { VariantTable } from './variant-table';

/** The props that Strapi's edit view passes to an input, as far as they are used here. */
export interface SyncedValueProps {
  name: string;
  label?: ReactNode;
}

/** A read-only value of a cached record. */
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
  if (name === 'images') return <Images value={value} />;
  if (name === 'variants') return <Variants value={value} />;
  if (name === 'tags') return <Text>{textsIn(value).join(', ')}</Text>;
  if (name === 'customFields') return <CustomFields value={value} />;
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
  return <Simple name={name} value={value} />;
}

function Simple({ name, value }: { name: string; value: unknown }) {
  const { value: availability } = useField<unknown>('availability');
  const { value: inventoryTracking } = useField<unknown>('inventoryTracking');
  return <SyncedContent name={name} value={value} row={{ availability, inventoryTracking }} pictureSize="8rem" />;
}

function Variants({ value }: { value: unknown }) {
  const { value: availability } = useField<unknown>('availability');
  const { value: inventoryTracking } = useField<unknown>('inventoryTracking');
  const { value: inventoryLevel } = useField<unknown>('inventoryLevel');
  return (
    <VariantTable
      variants={variantsIn(value)}
      product={stockIn({ availability, inventoryTracking, inventoryLevel })}
      currency={useStoreCurrency()}
    />
  );
}

function CustomFields({ value }: { value: unknown }) {
  const t = useTranslate();
  const fields = customFieldsIn(value);
  if (fields.length === 0) return <Text>{t('commerce-bridge.product.customFields.none')}</Text>;
  return <Facts facts={fields.map((field) => ({ term: field.name, value: field.value }))} />;
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
