/** A length of time in milliseconds; branded, so that seconds cannot be passed by mistake. */
export type Milliseconds = number & { readonly unit: 'milliseconds' };

// The one place where a plain number becomes a duration.
function brand(value: number): Milliseconds {
  return value as Milliseconds;
}

export const milliseconds = (count: number): Milliseconds => brand(count);
export const seconds = (count: number): Milliseconds => brand(count * 1000);
export const minutes = (count: number): Milliseconds => seconds(count * 60);
export const hours = (count: number): Milliseconds => minutes(count * 60);
export const days = (count: number): Milliseconds => hours(count * 24);
