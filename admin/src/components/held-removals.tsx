import { useState } from 'react';
import { ConfirmDialog } from '@strapi/strapi/admin';
import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { useGetOverviewQuery } from '../api/overview-api';
import { useAllowRemovalsMutation } from '../api/removals-api';
import { useNotifyOutcome } from '../hooks/use-notify-outcome';
import { useTranslate } from '../hooks/use-translate';
import { Notice } from './notice';

/** The removals that the removal limit holds back, with a button to allow them; renders nothing if there are none. */
export function HeldRemovals({ mayAllow }: { mayAllow: boolean }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const [isAsking, setIsAsking] = useState(false);
  const { data } = useGetOverviewQuery(undefined);
  const [allow, { isLoading }] = useAllowRemovalsMutation();
  const held = data?.removalHeld ?? [];
  if (held.length === 0) return null;
  return (
    <Notice tone="warning" title={t('commerce-bridge.held.title')}>
      <Flex direction="column" alignItems="flex-start" gap={2}>
        {held.map(({ entity, count, examples }) => (
          <Typography key={entity}>
            {t('commerce-bridge.held.text', {
              count,
              examples: examples.join(', ') + (count > examples.length ? ', …' : ''),
            })}
          </Typography>
        ))}
        <Button variant="danger-light" disabled={!mayAllow} loading={isLoading} onClick={() => setIsAsking(true)}>
          {t('commerce-bridge.held.action')}
        </Button>
      </Flex>
      <Dialog.Root open={isAsking} onOpenChange={setIsAsking}>
        <ConfirmDialog
          onConfirm={() =>
            notifyOutcome(async () => {
              const { removed, shownAgain } = await allow(undefined).unwrap();
              return t('commerce-bridge.held.done', { removed, shownAgain });
            })
          }
        >
          {t('commerce-bridge.held.confirm')}
        </ConfirmDialog>
      </Dialog.Root>
    </Notice>
  );
}
