import { Flex, Typography } from '@strapi/design-system';
import type { ConnectionTest } from '../../../contracts/admin/settings';
import { Facts } from '../components/facts';
import { Notice } from '../components/notice';
import { useTranslate } from '../hooks/use-translate';
import { rejectionTexts } from '../lib/rejection-texts';
import { ScopeList } from './scope-list';

type Rejected = Extract<ConnectionTest, { kind: 'rejected' }>;
type Connected = Extract<ConnectionTest, { kind: 'connected' }>;

/** The result of the connection test: the store and its scopes, or what is wrong and how to fix it. */
export function TestResult({ result }: { result: ConnectionTest }) {
  return result.kind === 'connected' ? <ConnectedResult result={result} /> : <RejectedResult result={result} />;
}

function RejectedResult({ result }: { result: Rejected }) {
  const t = useTranslate();
  const texts = rejectionTexts[result.reason];
  return (
    <Notice tone="danger" title={t(texts.title)}>
      <p>{t(texts.remedy)}</p>
      <Typography variant="pi" textColor="neutral600" tag="p" paddingTop={2}>
        {t('commerce-bridge.test.upstreamSaid', { message: result.message })}
      </Typography>
    </Notice>
  );
}

function ConnectedResult({ result }: { result: Connected }) {
  const t = useTranslate();
  const { store, scopes } = result;
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <Verdict result={result} />
      {store === null ? null : (
        <Facts
          facts={[
            { term: t('commerce-bridge.test.store'), value: store.name },
            { term: t('commerce-bridge.test.currency'), value: store.currency },
            { term: t('commerce-bridge.test.weightUnit'), value: store.weightUnit },
          ]}
        />
      )}
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Typography variant="sigma" tag="h3" textColor="neutral600">
          {t('commerce-bridge.scope.title')}
        </Typography>
        <ScopeList scopes={scopes} />
      </Flex>
    </Flex>
  );
}

function Verdict({ result: { store, scopes } }: { result: Connected }) {
  const t = useTranslate();
  const missing = scopes.filter((scope) => scope.required && !scope.granted).length;
  if (missing === 0) {
    const title =
      store === null
        ? t('commerce-bridge.test.connected.titleUnnamed')
        : t('commerce-bridge.test.connected.title', { store: store.name });
    return (
      <Notice tone="success" title={title}>
        {t('commerce-bridge.test.connected.text')}
      </Notice>
    );
  }
  const title =
    store === null
      ? t('commerce-bridge.test.scopesMissing.titleUnnamed')
      : t('commerce-bridge.test.scopesMissing.title', { store: store.name });
  return (
    <Notice tone="warning" title={title}>
      {t('commerce-bridge.test.scopesMissing.remedy', { count: missing })}
    </Notice>
  );
}
