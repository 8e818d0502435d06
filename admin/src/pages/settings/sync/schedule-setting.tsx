import { useState } from 'react';
import { useField } from '@strapi/strapi/admin';
import { Field, Flex, SingleSelect, SingleSelectOption, TextInput, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { lockHint } from '../../../components/settings-form/lock-hint';
import type { SettingFieldProps } from '../../../components/settings-form/use-setting-fields';
import { useTranslate } from '../../../hooks/use-translate';
import { commonSchedules, scheduleOff, scheduleWords } from './schedule-words';

const custom = 'custom';

/** When runs start automatically: a common schedule in words, or a cron expression with a description. */
export function ScheduleSetting({ label, hint, disabled, lock }: SettingFieldProps) {
  const t = useTranslate();
  const { locale } = useIntl();
  const field = useField<string>('syncSchedule');
  const expression = field.value ?? '';
  const [isCustom, setIsCustom] = useState(!commonSchedules.includes(expression));
  const isDisabled = disabled || lock !== undefined;
  const inWords = (schedule: string) =>
    schedule === scheduleOff ? t('commerce-bridge.schedule.off') : (scheduleWords(schedule, locale) ?? schedule);

  const choose = (choice: string) => {
    setIsCustom(choice === custom);
    if (choice !== custom) field.onChange('syncSchedule', choice);
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Field.Root
        name="syncScheduleChoice"
        error={isCustom ? false : (field.error ?? false)}
        hint={lock === undefined ? hint : lockHint(lock, t)}
      >
        <Field.Label>{label}</Field.Label>
        <SingleSelect
          value={isCustom ? custom : expression}
          disabled={isDisabled}
          onChange={(value) => choose(String(value))}
        >
          {[
            ...commonSchedules.map((schedule) => (
              <SingleSelectOption key={schedule} value={schedule}>
                {inWords(schedule)}
              </SingleSelectOption>
            )),
            <SingleSelectOption key={custom} value={custom}>
              {t('commerce-bridge.schedule.custom')}
            </SingleSelectOption>,
          ]}
        </SingleSelect>
        <Field.Error />
        <Field.Hint />
      </Field.Root>
      {isCustom ? (
        <Field.Root
          name="syncSchedule"
          error={field.error ?? false}
          hint={t('commerce-bridge.schedule.expression.hint')}
        >
          <Field.Label>{t('commerce-bridge.schedule.expression')}</Field.Label>
          <TextInput
            autoComplete="off"
            spellCheck={false}
            disabled={isDisabled}
            value={expression}
            onChange={(event) => field.onChange('syncSchedule', event.target.value)}
          />
          <Typography textColor="neutral800" role="status">
            {scheduleWords(expression, locale) ?? t('commerce-bridge.schedule.unreadable')}
          </Typography>
          <Field.Error />
          <Field.Hint />
        </Field.Root>
      ) : null}
    </Flex>
  );
}
