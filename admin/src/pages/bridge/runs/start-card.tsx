import { useState } from 'react';
import { ConfirmDialog } from '@strapi/strapi/admin';
import { Button, Checkbox, Dialog, Flex, Link, Radio, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { NavLink } from 'react-router-dom';
import { runModes, useStartRunMutation } from '../../../api/runs-api';
import { Card } from '../../../components/card';
import { HeldRemovals } from '../../../components/held-removals';
import { Notice } from '../../../components/notice';
import { useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';
import type { RunMode } from '../../../../../contracts/admin/runs';
import { modeHints, modeTexts } from '../../../lib/run-texts';
import { pluginId } from '../../../plugin-id';
import { useStartObstacle } from './use-start-obstacle';

/** Starts a run, with a choice of its mode and whether it may exceed the removal limit. */
export function StartCard({ isRunning }: { isRunning: boolean }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const [start, { isLoading }] = useStartRunMutation();
  const [mode, setMode] = useState<RunMode>('full');
  const [allowMassRemoval, setAllowMassRemoval] = useState(false);
  const [isDry, setIsDry] = useState(false);
  const obstacle = useStartObstacle();
  const [isAsking, setIsAsking] = useState(false);
  const mayRemoveMuch = mode !== 'incremental' && !isDry && allowMassRemoval;
  const isDisabled = isRunning || obstacle.kind !== 'none';

  const startRun = async () => {
    await start({ mode, allowMassRemoval: mayRemoveMuch, dryRun: isDry }).unwrap();
    // The permission was for one run only.
    setAllowMassRemoval(false);
    return t('commerce-bridge.sync.started');
  };

  return (
    <Card
      title={t('commerce-bridge.sync.start.title')}
      aside={
        <Button
          startIcon={<ArrowClockwise />}
          disabled={isDisabled}
          loading={isLoading}
          onClick={() => (mayRemoveMuch ? setIsAsking(true) : notifyOutcome(startRun))}
        >
          {isDry ? t('commerce-bridge.sync.start.dryAction') : t('commerce-bridge.sync.start.action')}
        </Button>
      }
    >
      <Dialog.Root open={isAsking} onOpenChange={setIsAsking}>
        <ConfirmDialog
          title={t('commerce-bridge.sync.start.allowMassRemoval.title')}
          onConfirm={() => notifyOutcome(startRun)}
        >
          {t('commerce-bridge.sync.start.allowMassRemoval.text')}
        </ConfirmDialog>
      </Dialog.Root>
      <ObstacleNotice obstacle={obstacle} />
      <HeldRemovals mayAllow={obstacle.kind === 'none'} />
      <Radio.Group
        aria-label={t('commerce-bridge.sync.start.mode')}
        value={mode}
        disabled={isDisabled}
        onValueChange={(value) => setMode(runModes.find((known) => known === value) ?? mode)}
      >
        {runModes.map((known) => (
          <Radio.Item key={known} value={known}>
            <Flex tag="span" direction="column" alignItems="flex-start">
              <Typography fontWeight="semiBold">{t(modeTexts[known])}</Typography>
              <Typography variant="pi" textColor="neutral600">
                {t(modeHints[known])}
              </Typography>
            </Flex>
          </Radio.Item>
        ))}
      </Radio.Group>
      <Checkbox checked={isDry} disabled={isDisabled} onCheckedChange={(checked) => setIsDry(checked === true)}>
        {t('commerce-bridge.sync.start.dryRun')}
      </Checkbox>
      {mode !== 'incremental' && !isDry ? (
        <Checkbox
          checked={allowMassRemoval}
          disabled={isDisabled}
          onCheckedChange={(checked) => setAllowMassRemoval(checked === true)}
        >
          {t('commerce-bridge.sync.start.allowMassRemoval')}
        </Checkbox>
      ) : null}
    </Card>
  );
}

function ObstacleNotice({ obstacle }: { obstacle: ReturnType<typeof useStartObstacle> }) {
  const t = useTranslate();
  if (obstacle.kind === 'noPermission')
    return <Notice tone="information">{t('commerce-bridge.permission.noRun')}</Notice>;
  if (obstacle.kind === 'noCredentials')
    return (
      <Notice tone="warning">
        <p>{t('commerce-bridge.sync.start.noCredentials')}</p>
        <Link tag={NavLink} to={`/plugins/${pluginId}/setup`}>
          {t('commerce-bridge.setup.open')}
        </Link>
      </Notice>
    );
  return null;
}
