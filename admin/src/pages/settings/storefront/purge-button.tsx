import { Button } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { usePurgeCachesMutation } from '../../../api/cache-api';
import { AskFirst } from '../../../components/ask-first';
import { useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';

/** Drops all cached responses, once confirmed. */
export function PurgeButton({ disabled }: { disabled: boolean }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const [purge, { isLoading }] = usePurgeCachesMutation();

  const purgeCaches = async () => {
    await purge(undefined).unwrap();
    return t('commerce-bridge.storefront.cache.purged');
  };

  return (
    <AskFirst
      title={t('commerce-bridge.storefront.cache.purge.title')}
      text={t('commerce-bridge.storefront.cache.purge.text')}
      onConfirm={() => notifyOutcome(purgeCaches)}
    >
      <Button variant="danger-light" startIcon={<Trash />} loading={isLoading} disabled={disabled}>
        {t('commerce-bridge.storefront.cache.purge')}
      </Button>
    </AskFirst>
  );
}
