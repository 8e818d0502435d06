import { Page } from '@strapi/strapi/admin';
import { Button } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { readApiError } from '../api/api-error';
import { useTranslate } from '../hooks/use-translate';

export interface LoadFailureProps {
  error: unknown;
  onRetry: () => void;
}

/** In place of a page whose data did not come: why, and a way to try again. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const t = useTranslate();
  const { message } = readApiError(error);
  return (
    <Page.Error
      content={message ?? t('commerce-bridge.error.unknown')}
      action={
        <Button variant="secondary" startIcon={<ArrowClockwise />} onClick={onRetry}>
          {t('commerce-bridge.error.retry')}
        </Button>
      }
    />
  );
}
