import { useNotification } from '@strapi/strapi/admin';
import { useRegisterWebhooksMutation } from '../api/webhooks-api';
import { useReportError } from '../hooks/use-report-error';
import { useTranslate } from '../hooks/use-translate';
import { failedHooks, type FailedHook } from './failed-hooks';

export interface Registering {
  isRegistering: boolean;
  register: (request: { takeOver: boolean }) => Promise<void>;
}

/** Registers the hooks and shows the outcome; `onFailed` receives those that failed, or none if all succeeded. */
export function useRegistration(onFailed: (hooks: FailedHook[]) => void): Registering {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const [register, { isLoading }] = useRegisterWebhooksMutation();
  return {
    isRegistering: isLoading,
    register: async (request) => {
      try {
        await register(request).unwrap();
        onFailed([]);
        toggleNotification({ type: 'success', message: t('commerce-bridge.webhooks.registered') });
      } catch (error) {
        onFailed(failedHooks(error));
        reportError(error);
      }
    },
  };
}
