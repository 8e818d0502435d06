import cronstrue from 'cronstrue/i18n';

/** What turns the schedule off. */
export const scheduleOff = 'off';

/** Schedules that need no knowledge of cron expressions. */
export const commonSchedules = ['0 * * * *', '0 */6 * * *', '0 3 * * *', '0 3 * * 0', scheduleOff];

/**
 * A cron expression in the words of a language.
 * @param locale of the admin panel; English for one that is unknown
 * @returns null for what is no cron expression
 */
export function scheduleWords(expression: string, locale: string): string | null {
  const [language = 'en'] = locale.split(/[-_]/);
  try {
    const known = Object.keys(cronstrue.locales).includes(language) ? language : 'en';
    return cronstrue.toString(expression.trim(), {
      locale: known,
      use24HourTimeFormat: !isTwelveHourClock(known),
      verbose: true,
    });
  } catch {
    // Half an expression, on its way to a whole one.
    return null;
  }
}

/** Whether dates next to these words say `3:00 PM`. */
function isTwelveHourClock(language: string): boolean {
  return new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12 ?? false;
}
