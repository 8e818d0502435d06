import { Flex, Typography } from '@strapi/design-system';
import type { TargetState } from '../../../../../contracts/admin/purging';
import { StatusBadge } from '../../../components/status-badge';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { causeWords } from '../../../lib/cause-words';

const wrapped = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

/** Whether a target is up to date; if not, since when, why, and when the next attempt is due. */
export function TargetStateCell({ state }: { state: TargetState }) {
  const t = useTranslate();
  const { duration } = useFormats();
  const { waiting, oldestSeconds, error, causes, retryInSeconds, dropped } = state;
  if (waiting === 0) return <StatusBadge variant="success">{t('commerce-bridge.purging.state.current')}</StatusBadge>;
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      <StatusBadge variant={error === null ? 'secondary' : 'danger'}>
        {t(error === null ? 'commerce-bridge.purging.state.waiting' : 'commerce-bridge.purging.state.failing')}
      </StatusBadge>
      <Typography variant="pi" textColor="neutral800" maxWidth="24rem" style={wrapped}>
        {t('commerce-bridge.purging.waiting', { count: waiting, duration: duration(oldestSeconds ?? 0) })}
        {dropped === 0 ? '' : ` ${t('commerce-bridge.purging.dropped', { count: dropped })}`}
      </Typography>
      {error === null ? null : (
        <Typography variant="pi" textColor="danger600" maxWidth="24rem" style={wrapped}>
          {causeWords(error, causes ?? [], t)}
        </Typography>
      )}
      {retryInSeconds === null ? null : (
        <Typography variant="pi" textColor="neutral600">
          {t('commerce-bridge.purging.retryIn', { duration: duration(retryInSeconds) })}
        </Typography>
      )}
    </Flex>
  );
}
