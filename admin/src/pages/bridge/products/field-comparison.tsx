import { Box, Table, Tbody, Td, Tr, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { FieldChangeView, ProductDetail, ProductUpstream } from '../../../../../contracts/admin/products';
import { HeadingRow } from '../../../components/heading-row';
import { StatusBadge } from '../../../components/status-badge';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { fieldTexts, productFields, type ProductField } from './product-texts';
import { useProductWords, type ProductWords } from './use-product-words';

export type LiveProduct = Extract<ProductUpstream, { kind: 'found' }>;

const headings: TranslationKey[] = [
  'commerce-bridge.product.field',
  'commerce-bridge.product.here',
  'commerce-bridge.product.there',
];

interface ComparisonProps {
  detail: ProductDetail;
  /** Null until the store has returned it. */
  live: LiveProduct | null;
}

/** Every cached field beside what the store says now, with what differs marked. */
export function FieldComparison({ detail, live }: ComparisonProps) {
  const t = useTranslate();
  const { currency, weightUnit, names, fields } = detail;
  const here = useProductWords({ names, currency, weightUnit });
  const there = useProductWords({ names: live?.names ?? names, currency, weightUnit });
  return (
    <Table
      colCount={headings.length}
      rowCount={productFields.length + 1}
      aria-label={t('commerce-bridge.product.comparison')}
    >
      <HeadingRow headings={headings} />
      <Tbody>
        {productFields.map((field) => {
          const differences = live?.differences.filter((change) => change.field === field) ?? [];
          const [only] = differences;
          const isWhole = only !== undefined && only.item === null && only.part === null;
          return (
            <FieldRow
              key={field}
              field={field}
              here={isWhole ? here.value(only, only.from) : here.field(field, fields)}
              there={live?.fields ? (isWhole ? there.value(only, only.to) : there.field(field, live.fields)) : null}
              parts={isWhole ? [] : differences}
              isDifferent={differences.length > 0}
              words={there}
            />
          );
        })}
      </Tbody>
    </Table>
  );
}

interface FieldRowProps {
  field: ProductField;
  here: string;
  there: string | null;
  /** What differs within the field. */
  parts: FieldChangeView[];
  isDifferent: boolean;
  words: ProductWords;
}

function FieldRow({ field, here, there, parts, isDifferent, words }: FieldRowProps) {
  const t = useTranslate();
  return (
    <MarkedRow $isMarked={isDifferent}>
      <Td>
        <Typography fontWeight="semiBold" textColor="neutral800" tag="div">
          {t(fieldTexts[field])}
        </Typography>
        {isDifferent ? (
          <Box paddingTop={1}>
            <StatusBadge variant="warning">{t('commerce-bridge.product.differs')}</StatusBadge>
          </Box>
        ) : null}
      </Td>
      <WrappingCell>
        <Typography textColor="neutral800" tag="div">
          {here}
        </Typography>
      </WrappingCell>
      <WrappingCell>
        <Typography textColor="neutral800" tag="div" {...(isDifferent ? { fontWeight: 'bold' } : {})}>
          {there ?? '…'}
        </Typography>
        {parts.map((part) => (
          <Typography key={`${part.item ?? ''} ${part.part ?? ''}`} variant="pi" textColor="neutral800" tag="div">
            {t('commerce-bridge.product.change', {
              subject: words.subject(part),
              from: words.value(part, part.from),
              to: words.value(part, part.to),
            })}
          </Typography>
        ))}
      </WrappingCell>
    </MarkedRow>
  );
}

export const MarkedRow = styled(Tr)<{ $isMarked: boolean }>`
  && {
    background: ${({ theme, $isMarked }) => ($isMarked ? theme.colors.warning100 : 'transparent')};
  }

  /* The design system's own rule for a row's first cell is a strong one: names stood above their values. */
  &&& td {
    height: auto;
    padding-block: ${({ theme }) => theme.spaces[3]};
    vertical-align: top;
  }
`;

export const WrappingCell = styled(Td)`
  width: 38%;
  overflow-wrap: anywhere;
  white-space: normal;
`;
