import { Button } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { useClearHealthMutation } from '../../../api/health-api';
import { AskFirst } from '../../../components/ask-first';
import { useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';

/** Clears the last check, and the notice with it, once confirmed. */
export function ClearButton() {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const [clear, { isLoading }] = useClearHealthMutation();

  const clearRecord = async () => {
    await clear(undefined).unwrap();
    return t('commerce-bridge.health.cleared');
  };

  return (
    <AskFirst
      title={t('commerce-bridge.health.clear.title')}
      text={t('commerce-bridge.health.clear.text')}
      onConfirm={() => notifyOutcome(clearRecord)}
    >
      <Button variant="danger-light" startIcon={<Trash />} loading={isLoading}>
        {t('commerce-bridge.health.clear')}
      </Button>
    </AskFirst>
  );
}
