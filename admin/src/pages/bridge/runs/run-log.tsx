import { useEffect, useRef } from 'react';
import { Box, Typography } from '@strapi/design-system';
import type { RunLogEntry } from '../../../../../contracts/admin/runs';
import { useGetRunLogQuery } from '../../../api/runs-api';
import { PartFailure } from '../../../components/load-failure';
import { useFormats } from '../../../hooks/use-formats';
import { usePolling } from '../../../hooks/use-polling';
import { useTranslate } from '../../../hooks/use-translate';
import { useLogWords } from './use-log-words';

/** How often the log of a run under way is polled, in milliseconds. */
const pollingInterval = 2_000;

export interface RunLogProps {
  runId: string;
  isRunning: boolean;
}

/** The last lines of a run's log, newest at the end. */
export function RunLog({ runId, isRunning }: RunLogProps) {
  const t = useTranslate();
  const { data, error, refetch } = useGetRunLogQuery(runId, { refetchOnMountOrArgChange: true });
  usePolling(refetch, isRunning ? pollingInterval : null);
  const entries = data?.entries ?? [];
  const box = useRef<HTMLDivElement>(null);
  const lastId = entries.at(-1)?.id;
  useEffect(() => {
    const element = box.current;
    if (isRunning && element !== null) element.scrollTop = element.scrollHeight;
  }, [lastId, isRunning]);
  return (
    <Box>
      <Typography variant="sigma" tag="h3" textColor="neutral600">
        {t('commerce-bridge.log.title')}
      </Typography>
      {error === undefined ? null : <PartFailure error={error} onRetry={() => void refetch()} />}
      {/* The box scrolls, so it must be focusable by keyboard. */}
      <Box
        ref={box}
        role="log"
        aria-live="off"
        aria-label={t('commerce-bridge.log.title')}
        tabIndex={0}
        background="neutral100"
        hasRadius
        padding={3}
        marginTop={2}
        maxHeight="22rem"
        overflow="auto"
      >
        {entries.length === 0 ? (
          <Typography textColor="neutral600">{t('commerce-bridge.log.empty')}</Typography>
        ) : (
          entries.map((entry) => <LogLine key={entry.id} entry={entry} />)
        )}
      </Box>
    </Box>
  );
}

function LogLine({ entry: { at, line } }: { entry: RunLogEntry }) {
  const words = useLogWords();
  const { time } = useFormats();
  const isBad =
    line.kind === 'failure' ||
    line.kind === 'trouble' ||
    (line.kind === 'ended' && (line.status === 'failed' || line.status === 'partial'));
  return (
    <Typography
      variant="pi"
      tag="div"
      textColor={isBad ? 'danger700' : 'neutral800'}
      style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
    >
      <time dateTime={at}>{time(at)}</time> {words(line)}
    </Typography>
  );
}
