import type { ReactNode } from 'react';
import { Form, Page } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../contracts/admin/settings';
import { useTranslate, type TranslationKey } from '../../hooks/use-translate';
import { permissions } from '../../permissions';
import { LoadedSettings } from './loaded-settings';
import { ModifiedReport } from './modified-report';
import type { EditableName } from './setting-codecs';
import { SettingsFrame } from './settings-frame';
import type { SettingsValues } from './settings-values';
import { useSaveSettings } from './use-save-settings';

export interface SettingsPageProps {
  title: TranslationKey;
  subtitle: TranslationKey;
  /** The settings that the page edits. */
  names: readonly EditableName[];
  /** The cards for the stored settings. */
  children: (settings: SettingsView) => ReactNode;
}

/** A page of settings that are saved together, for administrators who may see them. */
export function SettingsPage(props: SettingsPageProps) {
  return (
    <Page.Protect permissions={[permissions.readSettings]}>
      <LoadedSettings>{(loaded) => <SettingsForm {...props} {...loaded} />}</LoadedSettings>
    </Page.Protect>
  );
}

function SettingsForm({
  title,
  subtitle,
  names,
  children,
  settings,
  canUpdate,
}: SettingsPageProps & { settings: SettingsView; canUpdate: boolean }) {
  const t = useTranslate();
  const { initial, setIsModified, save } = useSaveSettings(names, settings);
  return (
    <Form<SettingsValues> method="PUT" initialValues={initial} disabled={!canUpdate} onSubmit={save}>
      {(form) => (
        <SettingsFrame title={t(title)} subtitle={t(subtitle)} canUpdate={canUpdate} form={form}>
          <ModifiedReport onChange={setIsModified} />
          {children(settings)}
        </SettingsFrame>
      )}
    </Form>
  );
}
