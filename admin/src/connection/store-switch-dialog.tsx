import { ConfirmDialog } from '@strapi/strapi/admin';
import { Dialog } from '@strapi/design-system';
import { useFormats } from '../hooks/use-formats';
import { useTranslate } from '../hooks/use-translate';
import type { SavingConnection } from './use-save-connection';

/** Asks for confirmation that switching stores may clear the old store's records. */
export function StoreSwitchDialog({ saving: { asked, confirm, cancel } }: { saving: SavingConnection }) {
  const t = useTranslate();
  const { count } = useFormats();
  return (
    <Dialog.Root open={asked !== null} onOpenChange={(isOpen) => (isOpen ? undefined : cancel())}>
      <ConfirmDialog title={t('commerce-bridge.storeSwitch.title')} onConfirm={confirm}>
        {asked === null
          ? ''
          : t('commerce-bridge.storeSwitch.text', {
              records: count(asked.records),
              cached: asked.cachedStore,
              wanted: asked.wantedStore,
            })}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
