import { useNotification } from '@strapi/strapi/admin';
import { Button } from '@strapi/design-system';
import { Stethoscope } from '@strapi/icons';
import { useCheckHealthMutation } from '../../../api/health-api';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';

/** Checks now, and says what came of it. */
export function CheckButton({ isAllowed }: { isAllowed: boolean }) {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const [check, { isLoading }] = useCheckHealthMutation();

  const checkNow = async () => {
    try {
      const { healthy, errors } = await check(undefined).unwrap();
      if (healthy) toggleNotification({ type: 'success', message: t('commerce-bridge.health.checked.good') });
      else toggleNotification({ type: 'warning', message: t('commerce-bridge.health.checked.bad', { count: errors.length }) });
    } catch (error) {
      reportError(error);
    }
  };

  return (
    <Button startIcon={<Stethoscope />} loading={isLoading} disabled={!isAllowed} onClick={checkNow}>
      {t('commerce-bridge.health.check')}
    </Button>
  );
}
