import { useNotification } from '@strapi/strapi/admin';
import { IconButton } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import type { QueuedEvent } from '../../../../../contracts/admin/events';
import { useRetryEventMutation } from '../../../api/events-api';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';

export interface EventButtonProps {
  event: QueuedEvent;
  /** What the event is about, in words. */
  subject: string;
}

/** Makes an event due now, with all its retries before it. */
export function RetryButton({ event, subject }: EventButtonProps) {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const [retry, { isLoading }] = useRetryEventMutation();

  const retryNow = async () => {
    try {
      await retry(event.id).unwrap();
      toggleNotification({ type: 'success', message: t('commerce-bridge.event.retried', { subject }) });
    } catch (error) {
      reportError(error);
    }
  };

  return (
    <IconButton variant="tertiary" disabled={isLoading} label={t('commerce-bridge.event.retry.label', { subject })} onClick={retryNow}>
      <ArrowClockwise />
    </IconButton>
  );
}
