import cronstrue from 'cronstrue/i18n';

/** The value that turns the schedule off. */
export const scheduleOff = 'off';

/** Schedules for administrators who do not know cron expressions. */
export const commonSchedules = ['0 * * * *', '0 */6 * * *', '0 3 * * *', '0 3 * * 0', scheduleOff];

/**
 * Describes a cron expression in words.
 * @param locale of the admin panel; English if it is unknown
 * @returns null if it is not a cron expression
 */
export function scheduleWords(expression: string, locale: string): string | null {
  const [language = 'en'] = locale.split(/[-_]/);
  try {
    const known = Object.keys(cronstrue.locales).includes(language) ? language : 'en';
    const text = expression.trim();
    // Of `@daily` and the like, cronstrue knows only the lower case.
    return cronstrue.toString(text.startsWith('@') ? text.toLowerCase() : text, {
      locale: known,
      use24HourTimeFormat: !isTwelveHourClock(known),
      verbose: true,
    });
  } catch {
    // An incomplete expression, while it is being typed.
    return null;
  }
}

/** Whether times in this language are written like `3:00 PM`. */
function isTwelveHourClock(language: string): boolean {
  return new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12 ?? false;
}
