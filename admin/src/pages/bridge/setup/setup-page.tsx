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
import { currentStep, doneSteps } from './setup-steps';
import { StepPanel } from './step-panel';
import { SyncStep } from './sync-step';
import { TestStep } from './test-step';
import { UseStep } from './use-step';
import { useSetupFacts } from './use-setup-facts';
import { WebhooksStep } from './webhooks-step';

/** Commerce Bridge → Set up: from nothing to a site that is in step, in four steps, and then what it is used for. */
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
  const { facts, receivedAt } = useSetupFacts({ settings, testing, canUpdate });
  const done = doneSteps(facts);
  const current = currentStep(done);
  // Credentials that do not work are repaired where they are entered.
  const showsCredentials = !done.credentials || (facts.test !== null && !done.test);

  return (
    <PageFrame title={t('commerce-bridge.setup.title')} subtitle={t('commerce-bridge.setup.subtitle')}>
      {canUpdate ? null : <Notice tone="information">{t('commerce-bridge.permission.settingsReadOnly')}</Notice>}
      {current === null ? (
        <Notice tone="success" title={t('commerce-bridge.setup.done')}>
          {t('commerce-bridge.setup.done.text')}
        </Notice>
      ) : null}
      <SetupProgress done={done} />
      <StepPanel step="credentials" isDone={done.credentials} isOpen={showsCredentials}>
        <CredentialsStep settings={settings} canUpdate={canUpdate} testing={testing} />
      </StepPanel>
      <StepPanel step="test" isDone={done.test} isOpen={done.credentials && !done.test}>
        <TestStep result={facts.test} testing={testing} canUpdate={canUpdate} apiUrl={settings.apiUrl} />
      </StepPanel>
      <StepPanel step="sync" isDone={done.sync} isOpen={current === 'sync'}>
        <SyncStep sync={facts.sync} maySeeRuns={facts.maySeeRuns} receivedAt={receivedAt} />
      </StepPanel>
      <StepPanel
        step="webhooks"
        isDone={done.webhooks}
        isOpen={current === 'webhooks' || (current === 'sync' && !facts.maySeeRuns && !done.webhooks)}
      >
        <WebhooksStep settings={settings} canUpdate={canUpdate} />
      </StepPanel>
      {done.sync ? <UseStep settings={settings} /> : null}
    </PageFrame>
  );
}
