import { Page } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { LoadedSettings } from '../../../components/settings-form/loaded-settings';
import type { EditableName } from '../../../components/settings-form/setting-codecs';
import { SettingsForm } from '../../../components/settings-form/settings-form';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { GuardsCard } from './guards-card';
import { ScheduleCard } from './schedule-card';

const names: readonly EditableName[] = [
  'syncSchedule',
  'fullSyncEveryDays',
  'sweepEnabled',
  'removalLimitPercent',
  'removalLimitMinimum',
  'upstreamReserve',
];

/** Settings → Commerce Bridge → Synchronisation. */
export function SynchronisationPage() {
  return (
    <Page.Protect permissions={[permissions.readSettings]}>
      <LoadedSettings>{(loaded) => <Synchronisation {...loaded} />}</LoadedSettings>
    </Page.Protect>
  );
}

function Synchronisation({ settings, canUpdate }: { settings: SettingsView; canUpdate: boolean }) {
  const t = useTranslate();
  return (
    <SettingsForm
      title={t('commerce-bridge.sync.title')}
      subtitle={t('commerce-bridge.sync.subtitle')}
      settings={settings}
      canUpdate={canUpdate}
      names={names}
    >
      <ScheduleCard settings={settings} />
      <GuardsCard settings={settings} />
    </SettingsForm>
  );
}
