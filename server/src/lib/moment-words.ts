const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A moment as a sentence for administrators says it, for example `10 March 2026 at 12:00 UTC`. */
export function momentWords(moment: Date): string {
  return `${format.format(moment)} UTC`;
}
