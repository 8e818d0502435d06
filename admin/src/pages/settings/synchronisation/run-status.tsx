import { Status, Typography } from '@strapi/design-system';
import type { RunStatus as StatusName } from '../../../../../contracts/admin/runs';
import { useTranslate } from '../../../hooks/use-translate';
import { statusLooks } from './run-texts';

/** A run's status as a badge. */
export function RunStatus({ status }: { status: StatusName }) {
  const t = useTranslate();
  const { text, variant } = statusLooks[status];
  return (
    <Status variant={variant} size="S" width="min-content">
      {/* The design system's own shade (600) has too little contrast on its background. */}
      <Typography tag="span" fontWeight="bold" textColor={`${variant}700`} style={{ whiteSpace: 'nowrap' }}>
        {t(text)}
      </Typography>
    </Status>
  );
}
