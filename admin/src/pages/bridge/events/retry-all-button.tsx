import { Button } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useRetryAllEventsMutation } from '../../../api/events-api';
import { AskFirst } from '../../../components/ask-first';
import { useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';

/** Makes all dropped events, and all that wait for their retry, due now, once confirmed. */
export function RetryAllButton() {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const [retryAll, { isLoading }] = useRetryAllEventsMutation();

  const retryNow = async () => {
    const { retried } = await retryAll({}).unwrap();
    return t('commerce-bridge.events.retriedAll', { count: retried });
  };

  return (
    <AskFirst
      title={t('commerce-bridge.events.retryAll.title')}
      text={t('commerce-bridge.events.retryAll.text')}
      variant="default"
      onConfirm={() => notifyOutcome(retryNow)}
    >
      <Button variant="secondary" startIcon={<ArrowClockwise />} loading={isLoading}>
        {t('commerce-bridge.events.retryAll')}
      </Button>
    </AskFirst>
  );
}
