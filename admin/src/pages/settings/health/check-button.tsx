import { Button } from '@strapi/design-system';
import { Stethoscope } from '@strapi/icons';
import { useCheckHealthMutation } from '../../../api/health-api';
import { type ActionOutcome, useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';

/** Runs a health check and shows the result. */
export function CheckButton({ isAllowed }: { isAllowed: boolean }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const [check, { isLoading }] = useCheckHealthMutation();

  const checkNow = async (): Promise<ActionOutcome> => {
    const { healthy, errors } = await check(undefined).unwrap();
    return healthy
      ? t('commerce-bridge.health.checked.good')
      : { type: 'warning', message: t('commerce-bridge.health.checked.bad', { count: errors.length }) };
  };

  return (
    <Button
      startIcon={<Stethoscope />}
      loading={isLoading}
      disabled={!isAllowed}
      onClick={() => notifyOutcome(checkNow)}
    >
      {t('commerce-bridge.health.check')}
    </Button>
  );
}
