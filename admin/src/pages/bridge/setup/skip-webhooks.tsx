import { Button, Flex } from '@strapi/design-system';
import { useSkipWebhooksMutation } from '../../../api/setup-api';
import { useAllowed } from '../../../hooks/use-allowed';
import { useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';

/** Skips webhooks for now: the schedule also keeps the site up to date. */
export function SkipWebhooks() {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const { allowed } = useAllowed(permissions.manageWebhooks);
  const [skip, { isLoading }] = useSkipWebhooksMutation();
  const skipStep = async () => {
    await skip(undefined).unwrap();
    return t('commerce-bridge.setup.skipped');
  };
  return (
    <Flex justifyContent="flex-end">
      <Button variant="tertiary" disabled={!allowed} loading={isLoading} onClick={() => notifyOutcome(skipStep)}>
        {t('commerce-bridge.setup.skip')}
      </Button>
    </Flex>
  );
}
