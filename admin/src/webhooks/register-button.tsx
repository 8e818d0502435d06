import { Button, Flex, Typography } from '@strapi/design-system';
import { Link } from '@strapi/icons';
import type { WebhooksView } from '../../../contracts/admin/webhooks';
import { useAllowed } from '../hooks/use-allowed';
import { useTranslate } from '../hooks/use-translate';
import { permissions } from '../permissions';
import type { FailedHook } from './failed-hooks';
import { useRegistration } from './use-registration';

export interface RegisterButtonProps {
  /** Undefined while unknown. */
  view: WebhooksView | undefined;
  onFailed: (hooks: FailedHook[]) => void;
}

/** Registers all hooks, again if necessary; explains why if the administrator's role may not. */
export function RegisterButton({ view, onFailed }: RegisterButtonProps) {
  const t = useTranslate();
  const { allowed, isLoading } = useAllowed(permissions.manageWebhooks);
  const { isRegistering, register } = useRegistration(onFailed);
  const isRegistered = view?.hooks.some(({ id }) => id !== null) ?? false;
  return (
    <Flex direction="column" alignItems="flex-end" gap={1}>
      <Button
        startIcon={<Link />}
        loading={isRegistering}
        disabled={!allowed || view === undefined || view.problem !== null}
        onClick={() => register({ takeOver: false })}
      >
        {isRegistered ? t('commerce-bridge.webhooks.registerAgain') : t('commerce-bridge.webhooks.register')}
      </Button>
      {allowed || isLoading ? null : (
        <Typography variant="pi" textColor="neutral600">
          {t('commerce-bridge.permission.noWebhooks')}
        </Typography>
      )}
    </Flex>
  );
}
