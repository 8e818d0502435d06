import { Box, Checkbox } from '@strapi/design-system';
import { useTranslate } from '../../../hooks/use-translate';

export interface OnlyDifferencesProps {
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

/** Toggles whether a comparison hides values that are the same in both places. */
export function OnlyDifferences({ isChosen, onChange }: OnlyDifferencesProps) {
  const t = useTranslate();
  return (
    <Box paddingBottom={3}>
      <Checkbox checked={isChosen} onCheckedChange={(checked) => onChange(checked === true)}>
        {t('commerce-bridge.product.onlyDifferences')}
      </Checkbox>
    </Box>
  );
}
