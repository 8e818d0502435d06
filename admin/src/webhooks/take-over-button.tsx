import { Button } from '@strapi/design-system';
import { AskFirst } from '../components/ask-first';
import { useAllowed } from '../hooks/use-allowed';
import { useTranslate } from '../hooks/use-translate';
import { permissions } from '../permissions';
import type { FailedHook } from './failed-hooks';
import { useRegistration } from './use-registration';

/** Redirects hooks from another address to this site, once confirmed; renders nothing without the permission. */
export function TakeOverButton({ onFailed }: { onFailed: (hooks: FailedHook[]) => void }) {
  const t = useTranslate();
  const { allowed } = useAllowed(permissions.manageWebhooks);
  const { isRegistering, register } = useRegistration(onFailed);
  if (!allowed) return null;
  return (
    <AskFirst
      title={t('commerce-bridge.webhooks.takeOver.title')}
      text={t('commerce-bridge.webhooks.takeOver.text')}
      onConfirm={() => register({ takeOver: true })}
    >
      <Button variant="danger-light" loading={isRegistering}>
        {t('commerce-bridge.webhooks.takeOver')}
      </Button>
    </AskFirst>
  );
}
