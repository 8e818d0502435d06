import { Th, Thead, Tr, Typography, VisuallyHidden } from '@strapi/design-system';
import { useTranslate, type TranslationKey } from '../hooks/use-translate';

export interface HeadingRowProps {
  headings: readonly TranslationKey[];
  /** Heading of a last column of buttons, for screen readers only. */
  actions?: TranslationKey;
}

/** The headings of a table. */
export function HeadingRow({ headings, actions }: HeadingRowProps) {
  const t = useTranslate();
  return (
    <Thead>
      <Tr>
        {headings.map((heading) => (
          <Th key={heading}>
            <Typography variant="sigma" textColor="neutral600">
              {t(heading)}
            </Typography>
          </Th>
        ))}
        {actions === undefined ? null : (
          <Th>
            <VisuallyHidden>{t(actions)}</VisuallyHidden>
          </Th>
        )}
      </Tr>
    </Thead>
  );
}
