import { Button, Flex } from '@strapi/design-system';
import { useTranslate } from '../../../hooks/use-translate';
import { TestResult } from '../../../connection/test-result';
import { WaitingForStore } from '../../../connection/waiting-for-store';
import type { ConnectionTesting } from '../../../connection/use-connection-test';

export interface TestStepProps {
  testing: ConnectionTesting;
  canUpdate: boolean;
  /** Address of the store's API. */
  apiUrl: string;
}

/** The result of testing the stored credentials, and a button to test them again. */
export function TestStep({ testing, canUpdate, apiUrl }: TestStepProps) {
  const t = useTranslate();
  const result = testing.resultFor({});
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <div aria-live="polite" aria-busy={testing.isTesting}>
        {testing.isTesting ? <WaitingForStore address={apiUrl} /> : null}
        {result === null ? null : <TestResult result={result} />}
      </div>
      <Flex justifyContent="flex-end">
        <Button variant="secondary" disabled={!canUpdate} loading={testing.isTesting} onClick={() => testing.run({})}>
          {t('commerce-bridge.setup.testAgain')}
        </Button>
      </Flex>
    </Flex>
  );
}
