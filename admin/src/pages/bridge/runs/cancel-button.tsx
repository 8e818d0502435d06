import { Button } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useCancelRunMutation } from '../../../api/runs-api';
import { AskFirst } from '../../../components/ask-first';
import { useAllowed } from '../../../hooks/use-allowed';
import { type ActionOutcome, useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';

/** Cancels this run if it is still under way, once confirmed; renders nothing for administrators who may not start runs. */
export function CancelButton({ runId }: { runId: string }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const [cancel, { isLoading }] = useCancelRunMutation();
  const { allowed } = useAllowed(permissions.runSync);
  if (!allowed) return null;

  const cancelRun = async (): Promise<ActionOutcome> => {
    await cancel({ runId }).unwrap();
    return { type: 'info', message: t('commerce-bridge.cancel.requested') };
  };

  return (
    <AskFirst
      title={t('commerce-bridge.cancel.title')}
      text={t('commerce-bridge.cancel.text')}
      labels={{ dismiss: t('commerce-bridge.cancel.dismiss'), confirm: t('commerce-bridge.cancel.confirm') }}
      onConfirm={() => notifyOutcome(cancelRun)}
    >
      <Button variant="danger-light" startIcon={<Cross />} loading={isLoading}>
        {t('commerce-bridge.cancel.action')}
      </Button>
    </AskFirst>
  );
}
