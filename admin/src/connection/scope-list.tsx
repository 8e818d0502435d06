import { Flex, Typography } from '@strapi/design-system';
import { CheckCircle, CrossCircle, WarningCircle } from '@strapi/icons';
import type { ConnectionTest } from '../../../contracts/admin/settings';
import { useTranslate } from '../hooks/use-translate';
import { scopeTexts } from '../lib/scope-texts';

type Scope = Extract<ConnectionTest, { kind: 'connected' }>['scopes'][number];

/** Each OAuth scope that the access token needs: whether it is granted, and what it is for. */
export function ScopeList({ scopes }: { scopes: Scope[] }) {
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
      {scopes.map((scope) => (
        <ScopeItem key={scope.scope} scope={scope} />
      ))}
    </Flex>
  );
}

function ScopeItem({ scope }: { scope: Scope }) {
  const t = useTranslate();
  const texts = scopeTexts(scope.scope);
  const name = texts === undefined ? scope.scope : t(texts.name);
  const purpose = texts === undefined ? scope.neededFor : t(texts.purpose);
  return (
    <Flex tag="li" gap={3} alignItems="flex-start">
      <ScopeIcon scope={scope} />
      <Flex direction="column" alignItems="flex-start">
        <Typography fontWeight="semiBold" textColor="neutral800">
          {t('commerce-bridge.scope.line', { name, state: scopeState(scope, t) })}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          {t('commerce-bridge.scope.neededFor', { purpose, scope: scope.scope })}
        </Typography>
      </Flex>
    </Flex>
  );
}

function scopeState(scope: Scope, t: ReturnType<typeof useTranslate>): string {
  if (scope.granted) return t('commerce-bridge.scope.granted');
  return scope.required ? t('commerce-bridge.scope.missing') : t('commerce-bridge.scope.missingOptional');
}

function ScopeIcon({ scope }: { scope: Scope }) {
  const size = { width: '1.6rem', height: '1.6rem', 'aria-hidden': true, style: { flexShrink: 0, marginTop: '2px' } };
  if (scope.granted) return <CheckCircle {...size} fill="success600" />;
  if (scope.required) return <CrossCircle {...size} fill="danger600" />;
  return <WarningCircle {...size} fill="warning600" />;
}
