import { useState } from 'react';
import { Flex, Loader, Typography } from '@strapi/design-system';
import type { WebhooksView } from '../../../contracts/admin/webhooks';
import { useGetWebhooksQuery } from '../api/webhooks-api';
import { BulletList } from '../components/bullet-list';
import { Card } from '../components/card';
import { PartFailure } from '../components/load-failure';
import { Notice } from '../components/notice';
import { useTranslate } from '../hooks/use-translate';
import { failureWords } from '../lib/failure-words';
import type { FailedHook } from './failed-hooks';
import { HooksTable } from './hooks-table';
import { RegisterButton } from './register-button';
import { TakeOverButton } from './take-over-button';

/** The hooks that are registered at the store for this site, and a button to register them. */
export function RegistrationCard() {
  const t = useTranslate();
  const { data: view, error, isLoading, refetch } = useGetWebhooksQuery(undefined, { refetchOnMountOrArgChange: true });
  const [failed, setFailed] = useState<FailedHook[]>([]);
  return (
    <Card
      title={t('commerce-bridge.webhooks.registration.title')}
      description={t('commerce-bridge.webhooks.registration.description')}
      aside={<RegisterButton view={view} onFailed={setFailed} />}
    >
      <div aria-live="polite">
        {failed.length === 0 ? null : <FailedHooks hooks={failed} />}
        {isLoading ? <Loader small>{t('commerce-bridge.webhooks.asking')}</Loader> : null}
        {error === undefined ? null : <PartFailure error={error} onRetry={() => void refetch()} />}
      </div>
      {view === undefined ? null : <Registration view={view} onFailed={setFailed} />}
    </Card>
  );
}

function Registration({ view, onFailed }: { view: WebhooksView; onFailed: (hooks: FailedHook[]) => void }) {
  const t = useTranslate();
  const otherHosts = view.hooks.filter(({ problems }) => problems.includes('other_host')).length;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {view.destination === null ? null : (
        <Typography textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
          {t('commerce-bridge.webhooks.destination', { address: view.destination })}
        </Typography>
      )}
      {view.problem === null ? null : (
        <Notice tone="warning" title={t('commerce-bridge.webhooks.cannotRegister')}>
          {failureWords(view.problem, t) ?? view.problem.message}
        </Notice>
      )}
      {otherHosts === 0 ? null : (
        <Notice tone="warning" title={t('commerce-bridge.webhooks.otherHost.title')}>
          <Flex direction="column" alignItems="flex-start" gap={3}>
            <Typography>{t('commerce-bridge.webhooks.otherHost.text', { count: otherHosts })}</Typography>
            <TakeOverButton onFailed={onFailed} />
          </Flex>
        </Notice>
      )}
      {view.hooks.length === 0 ? null : <HooksTable hooks={view.hooks} />}
    </Flex>
  );
}

function FailedHooks({ hooks }: { hooks: FailedHook[] }) {
  const t = useTranslate();
  return (
    <Notice tone="danger" title={t('commerce-bridge.webhooks.failed.title')}>
      <BulletList
        items={hooks.map(({ scope, message }) => ({
          key: scope,
          text: t('commerce-bridge.webhooks.failed.line', { scope, message }),
        }))}
      />
    </Notice>
  );
}
