import { Button, Tooltip } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useResyncProductMutation } from '../../../api/products-api';
import { useAllowed } from '../../../hooks/use-allowed';
import { useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { resyncOutcomes } from './product-texts';

/** Updates this product from the store, and shows the outcome. */
export function ResyncButton({ id, title }: { id: number; title: string }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const { allowed, isLoading: isAsking } = useAllowed(permissions.runSync);
  const [resync, { isLoading }] = useResyncProductMutation();

  const resyncNow = async () => {
    const { outcome, reason } = await resync(id).unwrap();
    const { text, type } = resyncOutcomes[outcome];
    return { type, message: t(text, { id: title, reason: reason ?? '' }) };
  };

  const button = (
    <Button
      size="S"
      startIcon={<ArrowClockwise />}
      loading={isLoading}
      disabled={!allowed}
      onClick={() => notifyOutcome(resyncNow)}
    >
      {t('commerce-bridge.product.resync')}
    </Button>
  );
  if (allowed || isAsking) return button;
  return (
    <Tooltip label={t('commerce-bridge.permission.noResync')}>
      {/* A disabled button cannot be focused, so it could not show why it is disabled. */}
      <span tabIndex={0} role="note" aria-label={t('commerce-bridge.permission.noResync')}>
        {button}
      </span>
    </Tooltip>
  );
}
