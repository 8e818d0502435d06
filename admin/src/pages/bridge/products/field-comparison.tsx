import { useState, type ReactNode } from 'react';
import { Tbody, Typography } from '@strapi/design-system';
import type {
  CachedProduct,
  FieldChangeView,
  ProductDetail,
  ProductUpstream,
} from '../../../../../contracts/admin/products';
import { HeadingRow } from '../../../components/heading-row';
import { NavigableTable } from '../../../components/navigable-table';
import type { RowPlace } from '../../../components/table-places';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { textDiff, type TextDiff } from '../../../lib/text-diff';
import { MarkedRow, NameCell, ValueCell } from './compared-cells';
import { OnlyDifferences } from './only-differences';
import { fieldTexts, productFields, type ProductField } from './product-texts';
import { TextDifference } from './text-difference';
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

/** Every cached field next to the store's current value; fields that differ come first and are marked. */
export function FieldComparison({ detail, live }: ComparisonProps) {
  const t = useTranslate();
  const [isShort, setIsShort] = useState(false);
  const { currency, weightUnit, names, fields } = detail;
  const here = useProductWords({ names, currency, weightUnit });
  const there = useProductWords({ names: live?.names ?? names, currency, weightUnit });
  const changesOf = (field: ProductField) => live?.differences.filter((change) => change.field === field) ?? [];
  const different = productFields.filter((field) => changesOf(field).length > 0);
  const same = productFields.filter((field) => changesOf(field).length === 0);
  const shown = isShort && different.length > 0 ? different : [...different, ...same];
  return (
    <>
      {different.length === 0 ? null : <OnlyDifferences isChosen={isShort} onChange={setIsShort} />}
      <NavigableTable
        colCount={headings.length}
        rowCount={shown.length + 1}
        aria-label={t('commerce-bridge.product.comparison')}
      >
        <HeadingRow headings={headings} />
        <Tbody>
          {shown.map((field) => {
            const changes = changesOf(field);
            const [only] = changes;
            const isWholeField = only !== undefined && only.item === null && only.part === null;
            const diff = isWholeField && live?.fields ? textsOf(field, { here: fields, there: live.fields }) : null;
            const ofStore = live?.fields ?? null;
            return (
              <FieldRow
                key={field}
                field={field}
                here={
                  diff ? (
                    <TextDifference pieces={diff.before} marks="removed" />
                  ) : isWholeField ? (
                    here.value(only, only.from)
                  ) : (
                    here.field(field, fields)
                  )
                }
                there={
                  diff ? (
                    <TextDifference pieces={diff.after} marks="added" />
                  ) : ofStore === null ? (
                    '…'
                  ) : isWholeField ? (
                    there.value(only, only.to)
                  ) : (
                    there.field(field, ofStore)
                  )
                }
                parts={isWholeField ? [] : changes}
                isDifferent={changes.length > 0}
                words={there}
              />
            );
          })}
        </Tbody>
      </NavigableTable>
    </>
  );
}

/** Titles and descriptions are compared word by word; for other fields, both values are shown. */
function textsOf(field: ProductField, { here, there }: { here: CachedProduct; there: CachedProduct }): TextDiff | null {
  return field === 'title' || field === 'content' ? textDiff(here[field], there[field]) : null;
}

interface FieldRowProps extends RowPlace {
  field: ProductField;
  here: ReactNode;
  there: ReactNode;
  /** The differences within the field. */
  parts: FieldChangeView[];
  isDifferent: boolean;
  words: ProductWords;
}

function FieldRow({ field, here, there, parts, isDifferent, words, ...place }: FieldRowProps) {
  const t = useTranslate();
  return (
    <MarkedRow {...place} $isMarked={isDifferent}>
      <NameCell name={t(fieldTexts[field])} isDifferent={isDifferent} />
      <ValueCell value={here} />
      <ValueCell value={there} isEmphasized={isDifferent}>
        {parts.map((part) => (
          <Typography key={`${part.item ?? ''} ${part.part ?? ''}`} variant="pi" textColor="neutral800" tag="div">
            {t('commerce-bridge.product.change', {
              subject: words.subject(part),
              from: words.value(part, part.from),
              to: words.value(part, part.to),
            })}
          </Typography>
        ))}
      </ValueCell>
    </MarkedRow>
  );
}
