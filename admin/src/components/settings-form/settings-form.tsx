import { useMemo, type ReactNode } from 'react';
import { Blocker, Form, useNotification, type FormHelpers } from '@strapi/strapi/admin';
import { Button } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import type { SettingsView } from '../../../../contracts/admin/settings';
import { readApiError } from '../../api/api-error';
import { useUpdateBridgeSettingsMutation } from '../../api/settings-api';
import { useReportError } from '../../hooks/use-report-error';
import { useTranslate } from '../../hooks/use-translate';
import { Notice } from '../notice';
import { PageFrame } from '../page-frame';
import type { EditableName } from './setting-codecs';
import { toSettingsUpdate, toSettingsValues, type SettingsValues } from './settings-values';

export interface SettingsFormProps {
  title: string;
  subtitle: string;
  settings: SettingsView;
  canUpdate: boolean;
  /** The settings that the page edits. */
  names: readonly EditableName[];
  children: ReactNode;
}

/** A page of settings that are saved together; asks before changes are lost. */
export function SettingsForm({ title, subtitle, settings, canUpdate, names, children }: SettingsFormProps) {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const [update] = useUpdateBridgeSettingsMutation();
  const initial = useMemo(() => toSettingsValues(names, settings), [names, settings]);

  const save = async (values: SettingsValues, { setErrors, resetForm }: FormHelpers<SettingsValues>) => {
    const change = toSettingsUpdate({ names, initial, values });
    if (change.kind === 'invalid') {
      setErrors(Object.fromEntries(change.fields.map((field) => [field, t('commerce-bridge.settings.wholeNumber')])));
      return;
    }
    try {
      resetForm(toSettingsValues(names, await update(change.update).unwrap()));
      toggleNotification({ type: 'success', message: t('commerce-bridge.settings.saved') });
    } catch (error) {
      setErrors(readApiError(error).fields);
      reportError(error);
    }
  };

  return (
    <Form<SettingsValues> method="PUT" initialValues={initial} disabled={!canUpdate} onSubmit={save}>
      {({ modified, isSubmitting }) => (
        <PageFrame
          title={title}
          subtitle={subtitle}
          primaryAction={
            canUpdate ? (
              <Button type="submit" startIcon={<Check />} disabled={!modified} loading={isSubmitting}>
                {t('commerce-bridge.action.save')}
              </Button>
            ) : null
          }
        >
          {canUpdate ? null : <Notice tone="information">{t('commerce-bridge.permission.settingsReadOnly')}</Notice>}
          {children}
          <Blocker />
        </PageFrame>
      )}
    </Form>
  );
}
