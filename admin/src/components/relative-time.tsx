import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useFormats } from '../hooks/use-formats';
import { timeAgo } from '../lib/time-ago';

/** How often the words are refreshed, in milliseconds: they are precise to the minute. */
const interval = 30_000;

export interface RelativeTimeProps {
  /** ISO timestamp. */
  at: string;
  /** Puts the time into a sentence. */
  within?: (ago: string) => string;
}

/** How long ago a moment was, or how far ahead it is; shows the exact time on hover. */
export function RelativeTime({ at, within = (ago) => ago }: RelativeTimeProps) {
  const { formatRelativeTime } = useIntl();
  const { moment } = useFormats();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), interval);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={moment(at)}>
      {within(timeAgo(new Date(at), { now, formatRelativeTime }))}
    </time>
  );
}
