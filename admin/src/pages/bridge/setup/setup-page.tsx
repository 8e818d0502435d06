import { useState } from 'react';
import { Page } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Notice } from '../../../components/notice';
import { PageFrame } from '../../../components/page-frame';
import { LoadedSettings } from '../../../components/settings-form/loaded-settings';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { useConnectionTest } from '../../../connection/use-connection-test';
import { CredentialsStep } from './credentials-step';
import { SetupProgress } from './setup-progress';
import { currentStep, stepStates } from './setup-steps';
import { StepPanel } from './step-panel';
import { SyncStep } from './sync-step';
import { TestStep } from './test-step';
import { UseStep } from './use-step';
import { useSetupFacts } from './use-setup-facts';
import { WebhooksStep } from './webhooks-step';

/** Commerce Bridge → Set up: four steps from nothing to a site in sync, and then what it can be used for. */
export function SetupPage() {
  return (
    <Page.Protect permissions={[permissions.readSettings]}>
      <LoadedSettings>{(loaded) => <Setup {...loaded} />}</LoadedSettings>
    </Page.Protect>
  );
}

function Setup({ settings, canUpdate }: { settings: SettingsView; canUpdate: boolean }) {
  const t = useTranslate();
  const testing = useConnectionTest();
  const [hasUnsaved, setHasUnsaved] = useState(false);
  const { facts, receivedAt } = useSetupFacts({ settings, testing, canUpdate });
  const states = stepStates(facts);
  const current = currentStep(states);
  // Credentials that do not work are fixed where they are entered, and what was entered there stays until it is saved.
  const needsCredentials = states.credentials === 'open' || (facts.test !== null && states.test === 'open');

  return (
    <PageFrame title={t('commerce-bridge.setup.title')} subtitle={t('commerce-bridge.setup.subtitle')}>
      {canUpdate ? null : <Notice tone="information">{t('commerce-bridge.permission.settingsReadOnly')}</Notice>}
      {current === null ? (
        <Notice tone="success" title={t('commerce-bridge.setup.done')}>
          {t(states.webhooks === 'skipped' ? 'commerce-bridge.setup.done.skipped' : 'commerce-bridge.setup.done.text')}
        </Notice>
      ) : null}
      <SetupProgress states={states} />
      <StepPanel step="credentials" state={states.credentials} isOpen={needsCredentials || hasUnsaved}>
        <CredentialsStep settings={settings} canUpdate={canUpdate} testing={testing} onModified={setHasUnsaved} />
      </StepPanel>
      <StepPanel step="test" state={states.test} isOpen={states.credentials === 'done' && states.test === 'open'}>
        <TestStep testing={testing} canUpdate={canUpdate} apiUrl={settings.apiUrl} />
      </StepPanel>
      <StepPanel step="sync" state={states.sync} isOpen={current === 'sync'}>
        <SyncStep sync={facts.sync} maySeeRuns={facts.maySeeRuns} receivedAt={receivedAt} />
      </StepPanel>
      <StepPanel
        step="webhooks"
        state={states.webhooks}
        isOpen={current === 'webhooks' || (current === 'sync' && !facts.maySeeRuns && states.webhooks === 'open')}
      >
        <WebhooksStep settings={settings} canUpdate={canUpdate} />
      </StepPanel>
      {states.sync === 'done' ? <UseStep settings={settings} /> : null}
    </PageFrame>
  );
}
