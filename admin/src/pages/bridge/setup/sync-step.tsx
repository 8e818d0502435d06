import { Button, Flex } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import type { SyncState } from '../../../../../contracts/admin/runs';
import { useStartRunMutation } from '../../../api/runs-api';
import { Notice } from '../../../components/notice';
import { useAllowed } from '../../../hooks/use-allowed';
import { useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { CancelButton } from '../runs/cancel-button';
import { RunProgress } from '../runs/run-progress';
import { RunResult } from '../runs/run-result';

export interface SyncStepProps {
  /** Undefined while unknown, and for administrators who may not see runs. */
  sync: SyncState | undefined;
  maySeeRuns: boolean;
  /** When that state was received, in milliseconds of the browser's clock. */
  receivedAt: number;
}

/** The first run: starts it, shows its progress, and shows why it failed if it did. */
export function SyncStep({ sync, maySeeRuns, receivedAt }: SyncStepProps) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const { allowed, isLoading: isAsking } = useAllowed(permissions.runSync);
  const [start, { isLoading }] = useStartRunMutation();
  const startRun = async () => {
    await start({ mode: 'full', allowMassRemoval: false, dryRun: false }).unwrap();
    return t('commerce-bridge.sync.started');
  };

  const current = sync?.current ?? null;
  const last = sync?.lastWriting ?? null;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {allowed || isAsking ? null : <Notice tone="information">{t('commerce-bridge.permission.noRun')}</Notice>}
      {maySeeRuns ? null : <Notice tone="information">{t('commerce-bridge.permission.noRuns')}</Notice>}
      {current === null ? null : <RunProgress run={current} receivedAt={receivedAt} />}
      {current === null && last !== null ? <RunResult key={last.id} run={last} /> : null}
      <Flex justifyContent="flex-end">
        {current === null ? (
          <Button
            startIcon={<ArrowClockwise />}
            disabled={!allowed}
            loading={isLoading}
            onClick={() => notifyOutcome(startRun)}
          >
            {t('commerce-bridge.sync.start.action')}
          </Button>
        ) : (
          <CancelButton runId={current.id} />
        )}
      </Flex>
    </Flex>
  );
}
