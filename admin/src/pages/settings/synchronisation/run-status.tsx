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
      <Typography tag="span" variant="omega" fontWeight="bold" style={{ whiteSpace: 'nowrap' }}>
        {t(text)}
      </Typography>
    </Status>
  );
}
