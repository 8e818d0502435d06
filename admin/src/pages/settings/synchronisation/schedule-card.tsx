import { useForm } from '@strapi/strapi/admin';
import { Typography } from '@strapi/design-system';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { useGetSyncStateQuery } from '../../../api/runs-api';
import { Card } from '../../../components/card';
import { SettingGrid } from '../../../components/settings-form/setting-grid';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { ToggleSetting } from '../../../components/settings-form/toggle-setting';
import { useAllowed } from '../../../hooks/use-allowed';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { modeTexts } from '../../bridge/runs/run-texts';
import { ScheduleSetting } from './schedule-setting';

/** When runs start by themselves, and what they do then. */
export function ScheduleCard({ locked, syncSchedule }: Pick<SettingsView, 'locked' | 'syncSchedule'>) {
  const t = useTranslate();
  const disabled = useForm('ScheduleCard', (form) => form.disabled || form.isSubmitting);
  return (
    <Card title={t('commerce-bridge.schedule.title')} description={t('commerce-bridge.schedule.description')}>
      <NextRun key={syncSchedule} />
      <SettingGrid>
        <ScheduleSetting key={syncSchedule} disabled={disabled} lock={locked['syncSchedule']} />
        <TextSetting
          name="fullSyncEveryDays"
          label={t('commerce-bridge.schedule.full.label')}
          hint={t('commerce-bridge.schedule.full.hint')}
          inputMode="numeric"
          required
          disabled={disabled}
          lock={locked['fullSyncEveryDays']}
        />
        <ToggleSetting
          name="sweepEnabled"
          label={t('commerce-bridge.schedule.sweep.label')}
          hint={t('commerce-bridge.schedule.sweep.hint')}
          disabled={disabled}
          lock={locked['sweepEnabled']}
        />
      </SettingGrid>
    </Card>
  );
}

/** What the saved schedule does next; only for those who may see runs. */
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
      : t('commerce-bridge.schedule.next', { moment: moment(schedule.nextRunAt), mode: t(modeTexts[schedule.nextMode]), zone: schedule.timeZone });
  return <Typography textColor="neutral800">{next}</Typography>;
}
