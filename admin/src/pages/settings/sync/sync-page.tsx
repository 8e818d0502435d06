import type { EditableName } from '../../../components/settings-form/setting-codecs';
import { SettingsPage } from '../../../components/settings-form/settings-page';
import { GuardsCard } from './guards-card';
import { ScheduleCard } from './schedule-card';

const names: readonly EditableName[] = [
  'syncSchedule',
  'fullSyncEveryDays',
  'sweepEnabled',
  'modifiersEnabled',
  'metafieldNamespaces',
  'removalLimitPercent',
  'removalLimitMinimum',
  'withdrawnRetentionDays',
  'upstreamReserve',
];

/** Settings → Commerce Bridge → Sync. */
export function SyncPage() {
  return (
    <SettingsPage title="commerce-bridge.sync.title" subtitle="commerce-bridge.sync.subtitle" names={names}>
      {(settings) => (
        <>
          <ScheduleCard settings={settings} />
          <GuardsCard settings={settings} />
        </>
      )}
    </SettingsPage>
  );
}
