import { IconButton } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { useDiscardEventMutation } from '../../../api/events-api';
import { AskFirst } from '../../../components/ask-first';
import { useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';
import type { EventButtonProps } from './retry-button';

/** Removes an event from the queue, once confirmed. */
export function DiscardButton({ event, subject }: EventButtonProps) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const [discard, { isLoading }] = useDiscardEventMutation();

  const discardNow = async () => {
    await discard(event.id).unwrap();
    return t('commerce-bridge.event.discarded', { subject });
  };

  return (
    <AskFirst
      title={t('commerce-bridge.event.discard.title', { subject })}
      text={t('commerce-bridge.event.discard.text')}
      onConfirm={() => notifyOutcome(discardNow)}
    >
      <IconButton variant="tertiary" disabled={isLoading} label={t('commerce-bridge.event.discard.label', { subject })}>
        <Trash />
      </IconButton>
    </AskFirst>
  );
}
