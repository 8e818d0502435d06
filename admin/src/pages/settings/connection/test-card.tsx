import { useForm } from '@strapi/strapi/admin';
import { Button, Typography } from '@strapi/design-system';
import { Card } from '../../../components/card';
import { useTranslate } from '../../../hooks/use-translate';
import { toConnectionTestBody, type ConnectionValues } from '../../../connection/connection-form';
import { TestResult } from '../../../connection/test-result';
import { WaitingForStore } from '../../../connection/waiting-for-store';
import type { ConnectionTesting } from '../../../connection/use-connection-test';

export interface TestCardProps {
  initial: ConnectionValues;
  values: ConnectionValues;
  testing: ConnectionTesting;
}

/** Tests the form's values, saved or not, and shows the result. */
export function TestCard({ initial, values, testing }: TestCardProps) {
  const t = useTranslate();
  const isReadOnly = useForm('TestCard', (form) => form.disabled);
  const setErrors = useForm('TestCard', (form) => form.setErrors);
  const body = toConnectionTestBody(initial, values);
  const result = testing.resultFor(body);
  return (
    <Card
      title={t('commerce-bridge.test.title')}
      description={t('commerce-bridge.test.description')}
      aside={
        <Button
          variant="secondary"
          loading={testing.isTesting}
          disabled={isReadOnly || values.accessToken === null}
          onClick={async () => setErrors(await testing.run(body))}
        >
          {t('commerce-bridge.test.action')}
        </Button>
      }
    >
      <div aria-live="polite" aria-busy={testing.isTesting}>
        {testing.isTesting ? <WaitingForStore address={body.apiUrl ?? initial.apiUrl} /> : null}
        {result === null && !testing.isTesting ? (
          <Typography textColor="neutral600">{t('commerce-bridge.test.notYet')}</Typography>
        ) : null}
        {result === null ? null : <TestResult result={result} />}
      </div>
    </Card>
  );
}
