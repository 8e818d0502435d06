import { useNotification } from '@strapi/strapi/admin';
import { Button, Tooltip } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useResyncProductMutation } from '../../../api/products-api';
import { useAllowed } from '../../../hooks/use-allowed';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { resyncOutcomes } from './product-texts';

/** Brings this product to what the store says of it now, and tells what became of it. */
export function ResyncButton({ id, title }: { id: number; title: string }) {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const { allowed, isLoading: isAsking } = useAllowed(permissions.runSync);
  const [resync, { isLoading }] = useResyncProductMutation();

  const resyncNow = async () => {
    try {
      const { outcome, reason } = await resync(id).unwrap();
      const { text, type } = resyncOutcomes[outcome];
      toggleNotification({ type, message: t(text, { id: title, reason: reason ?? '' }) });
    } catch (error) {
      reportError(error);
    }
  };

  const button = (
    <Button startIcon={<ArrowClockwise />} loading={isLoading} disabled={!allowed} onClick={resyncNow}>
      {t('commerce-bridge.product.resync')}
    </Button>
  );
  if (allowed || isAsking) return button;
  return (
    <Tooltip label={t('commerce-bridge.permission.noResync')}>
      {/* A disabled button gets no focus, and so would not show why it is disabled. */}
      <span tabIndex={0} role="note" aria-label={t('commerce-bridge.permission.noResync')}>
        {button}
      </span>
    </Tooltip>
  );
}
