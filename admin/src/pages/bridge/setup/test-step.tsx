import { Button, Flex, Loader } from '@strapi/design-system';
import type { ConnectionTest } from '../../../../../contracts/admin/settings';
import { useTranslate } from '../../../hooks/use-translate';
import { TestResult } from '../../../connection/test-result';
import type { ConnectionTesting } from '../../../connection/use-connection-test';

export interface TestStepProps {
  /** Null before the first test and while one is under way. */
  result: ConnectionTest | null;
  testing: ConnectionTesting;
  canUpdate: boolean;
}

/** What the store says to the stored credentials, and trying again. */
export function TestStep({ result, testing, canUpdate }: TestStepProps) {
  const t = useTranslate();
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <div aria-live="polite" aria-busy={testing.isTesting}>
        {testing.isTesting ? <Loader small>{t('commerce-bridge.webhooks.asking')}</Loader> : null}
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
