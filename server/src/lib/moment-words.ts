const format = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** A moment as text for administrators, for example `March 10, 2026 at 12:00 UTC`. */
export function momentWords(moment: Date): string {
  return `${format.format(moment)} UTC`;
}
