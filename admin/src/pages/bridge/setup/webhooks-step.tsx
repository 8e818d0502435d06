import { Blocker, Form } from '@strapi/strapi/admin';
import { Button, Flex } from '@strapi/design-system';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { ModifiedReport } from '../../../components/settings-form/modified-report';
import type { EditableName } from '../../../components/settings-form/setting-codecs';
import type { SettingsValues } from '../../../components/settings-form/settings-values';
import { useSaveSettings } from '../../../components/settings-form/use-save-settings';
import { useTranslate } from '../../../hooks/use-translate';
import { PublicAddressCard } from '../../../webhooks/public-address-card';
import { RegistrationCard } from '../../../webhooks/registration-card';
import { SkipWebhooks } from './skip-webhooks';

const names: readonly EditableName[] = ['publicUrl'];

/** The site's public address, and a button that registers webhooks for it. */
export function WebhooksStep({ settings, canUpdate }: { settings: SettingsView; canUpdate: boolean }) {
  const t = useTranslate();
  const { initial, setIsModified, save } = useSaveSettings(names, settings);
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Form<SettingsValues> method="PUT" initialValues={initial} disabled={!canUpdate} onSubmit={save}>
        {({ modified, isSubmitting }) => (
          <Flex direction="column" alignItems="stretch" gap={4}>
            <ModifiedReport onChange={setIsModified} />
            <PublicAddressCard settings={settings} />
            <Flex justifyContent="flex-end">
              <Button type="submit" variant="secondary" disabled={!canUpdate || !modified} loading={isSubmitting}>
                {t('commerce-bridge.action.save')}
              </Button>
            </Flex>
            <Blocker />
          </Flex>
        )}
      </Form>
      <RegistrationCard />
      <SkipWebhooks />
    </Flex>
  );
}
