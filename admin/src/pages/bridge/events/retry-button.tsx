import { IconButton } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import type { QueuedEvent } from '../../../../../contracts/admin/events';
import { useRetryEventMutation } from '../../../api/events-api';
import { useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';

export interface EventButtonProps {
  event: QueuedEvent;
  /** What the event is about, in words. */
  subject: string;
}

/** Makes an event due now, and resets its retries. */
export function RetryButton({ event, subject }: EventButtonProps) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const [retry, { isLoading }] = useRetryEventMutation();

  const retryNow = async () => {
    await retry(event.id).unwrap();
    return t('commerce-bridge.event.retried', { subject });
  };

  return (
    <IconButton
      variant="tertiary"
      disabled={isLoading}
      label={t('commerce-bridge.event.retry.label', { subject })}
      onClick={() => notifyOutcome(retryNow)}
    >
      <ArrowClockwise />
    </IconButton>
  );
}
