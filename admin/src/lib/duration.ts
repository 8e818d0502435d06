import type { FormatNumberOptions } from 'react-intl';

/** One part of a duration, for `formatNumber`, which knows the unit's name in every language. */
export interface DurationPart {
  value: number;
  format: FormatNumberOptions;
}

const unit = (name: string): FormatNumberOptions => ({ style: 'unit', unit: name, unitDisplay: 'short' });

/** The two largest parts of a duration in seconds: 4,210 s are 1 h and 10 min; less than one second counts as one. */
export function durationParts(seconds: number): DurationPart[] {
  const whole = Math.max(1, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = whole % 60;
  const parts =
    hours > 0
      ? [
          { value: hours, format: unit('hour') },
          { value: minutes, format: unit('minute') },
        ]
      : [
          { value: minutes, format: unit('minute') },
          { value: rest, format: unit('second') },
        ];
  return parts.filter((part) => part.value > 0);
}
