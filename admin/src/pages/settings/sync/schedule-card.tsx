import { Typography } from '@strapi/design-system';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { useGetSyncStateQuery } from '../../../api/runs-api';
import { Card } from '../../../components/card';
import { SettingGrid } from '../../../components/settings-form/setting-grid';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { ToggleSetting } from '../../../components/settings-form/toggle-setting';
import { useSettingFields } from '../../../components/settings-form/use-setting-fields';
import { useAllowed } from '../../../hooks/use-allowed';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { modeTexts } from '../../../lib/run-texts';
import { ScheduleSetting } from './schedule-setting';

/** When runs start automatically, and what they do. */
export function ScheduleCard({ settings }: { settings: SettingsView }) {
  const t = useTranslate();
  const { field } = useSettingFields(settings);
  const { syncSchedule } = settings;
  return (
    <Card title={t('commerce-bridge.schedule.title')} description={t('commerce-bridge.schedule.description')}>
      <NextRun key={syncSchedule} />
      <SettingGrid>
        <ScheduleSetting key={syncSchedule} {...field('syncSchedule')} />
        <TextSetting {...field('fullSyncEveryDays')} inputMode="numeric" required />
        <ToggleSetting {...field('sweepEnabled')} />
        <ToggleSetting {...field('modifiersEnabled')} />
        <TextSetting {...field('metafieldNamespaces')} />
      </SettingGrid>
    </Card>
  );
}

/** The next scheduled run; only for administrators who may see runs. */
function NextRun() {
  const t = useTranslate();
  const { moment } = useFormats();
  const { allowed } = useAllowed(permissions.readCatalog);
  const { data } = useGetSyncStateQuery(undefined, { skip: !allowed, refetchOnMountOrArgChange: true });
  if (data === undefined) return null;
  const { schedule } = data;
  const next =
    schedule === null || schedule.nextRunAt === null
      ? t('commerce-bridge.overview.noSchedule')
      : t('commerce-bridge.schedule.next', {
          moment: moment(schedule.nextRunAt, schedule.timeZone),
          mode: t(modeTexts[schedule.nextMode]),
          zone: schedule.timeZone,
        });
  return <Typography textColor="neutral800">{next}</Typography>;
}
