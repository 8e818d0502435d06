import { Flex, Typography } from '@strapi/design-system';
import type { ConnectionTest } from '../../../../../contracts/admin/settings';
import { Facts } from '../../../components/facts';
import { Notice } from '../../../components/notice';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { ScopeList } from './scope-list';

type Rejected = Extract<ConnectionTest, { kind: 'rejected' }>;
type Connected = Extract<ConnectionTest, { kind: 'connected' }>;

const rejectionTexts: Record<Rejected['reason'], { title: TranslationKey; remedy: TranslationKey }> = {
  incomplete: { title: 'commerce-bridge.test.incomplete.title', remedy: 'commerce-bridge.test.incomplete.remedy' },
  unauthorized: { title: 'commerce-bridge.test.unauthorized.title', remedy: 'commerce-bridge.test.unauthorized.remedy' },
  not_found: { title: 'commerce-bridge.test.notFound.title', remedy: 'commerce-bridge.test.notFound.remedy' },
  unreachable: { title: 'commerce-bridge.test.unreachable.title', remedy: 'commerce-bridge.test.unreachable.remedy' },
  unexpected: { title: 'commerce-bridge.test.unexpected.title', remedy: 'commerce-bridge.test.unexpected.remedy' },
};

/** What the connection test found: the store and its scopes, or what is wrong and how to mend it. */
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
  const missing = result.scopes.filter((scope) => scope.required && !scope.granted).length;
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      {missing === 0 ? (
        <Notice tone="success" title={t('commerce-bridge.test.connected.title', { store: result.store.name })}>
          {t('commerce-bridge.test.connected.text')}
        </Notice>
      ) : (
        <Notice tone="warning" title={t('commerce-bridge.test.scopesMissing.title', { store: result.store.name })}>
          {t('commerce-bridge.test.scopesMissing.remedy', { count: missing })}
        </Notice>
      )}
      <Facts
        facts={[
          { term: t('commerce-bridge.test.store'), value: result.store.name },
          { term: t('commerce-bridge.test.currency'), value: result.store.currency },
          { term: t('commerce-bridge.test.weightUnit'), value: result.store.weightUnit },
        ]}
      />
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Typography variant="sigma" tag="h3" textColor="neutral600">
          {t('commerce-bridge.scope.title')}
        </Typography>
        <ScopeList scopes={result.scopes} />
      </Flex>
    </Flex>
  );
}
