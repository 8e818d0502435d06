import { Button } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import type { Run } from '../../../../../contracts/admin/runs';
import { useGetSyncStateQuery, useStartRunMutation } from '../../../api/runs-api';
import { AskFirst } from '../../../components/ask-first';
import { useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';
import { useStartObstacle } from './use-start-obstacle';

/**
 * Applies the changes that a dry run reported, by starting a run of the same mode, which ignores the removal limit if
 * the dry run did. Renders nothing if this administrator cannot start a run.
 */
export function ApplyButton({ run }: { run: Run }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const obstacle = useStartObstacle();
  const { data: state } = useGetSyncStateQuery(undefined);
  const [start, { isLoading }] = useStartRunMutation();
  if (obstacle.kind !== 'none') return null;

  const { mode, allowMassRemoval } = run;
  const apply = async () => {
    await start({ mode, allowMassRemoval, dryRun: false }).unwrap();
    return t('commerce-bridge.sync.started');
  };
  return (
    <AskFirst
      title={t('commerce-bridge.changes.apply.title')}
      text={t(
        allowMassRemoval ? 'commerce-bridge.changes.apply.textWithoutLimit' : 'commerce-bridge.changes.apply.text',
      )}
      {...(!allowMassRemoval && { variant: 'default' })}
      onConfirm={() => notifyOutcome(apply)}
    >
      <Button startIcon={<Check />} loading={isLoading} disabled={state === undefined || state.current !== null}>
        {t('commerce-bridge.changes.apply')}
      </Button>
    </AskFirst>
  );
}
