import type { CSSProperties } from 'react';
import { Flex, Tbody, Td, Tr, Typography } from '@strapi/design-system';
import type { HookView } from '../../../contracts/admin/webhooks';
import { CompactCells } from '../components/compact-cells';
import { HeadingRow } from '../components/heading-row';
import { NavigableTable } from '../components/navigable-table';
import { RelativeTime } from '../components/relative-time';
import { StatusBadge } from '../components/status-badge';
import type { RowPlace } from '../components/table-places';
import { useTranslate, type TranslationKey } from '../hooks/use-translate';
import { actionTexts, isHarmless, problemTexts, scopeText } from './hook-texts';

const headings: TranslationKey[] = [
  'commerce-bridge.hook.scope',
  'commerce-bridge.hook.state',
  'commerce-bridge.hook.destination',
  'commerce-bridge.hook.lastAction',
];

// Otherwise, the table would be wider than the page.
const wrapped: CSSProperties = { whiteSpace: 'normal', overflowWrap: 'anywhere' };
// Breaks long words only if necessary: in languages with longer words, the column shrank to five lines of text.
const address: CSSProperties = { whiteSpace: 'normal', overflowWrap: 'break-word' };

/** All of our hooks: upstream's state, what is wrong with each, and what we last did about it. */
export function HooksTable({ hooks }: { hooks: HookView[] }) {
  const t = useTranslate();
  return (
    <CompactCells>
      <NavigableTable
        colCount={headings.length}
        rowCount={hooks.length + 1}
        aria-label={t('commerce-bridge.webhooks.table')}
      >
        <HeadingRow headings={headings} />
        <Tbody>
          {hooks.map((hook) => (
            <HookRow key={`${hook.scope} ${hook.id ?? ''}`} hook={hook} />
          ))}
        </Tbody>
      </NavigableTable>
    </CompactCells>
  );
}

function HookRow({ hook, ...place }: { hook: HookView } & RowPlace) {
  const t = useTranslate();
  const { lastAction } = hook;
  const acted = (action: keyof typeof actionTexts) => (ago: string) =>
    t('commerce-bridge.hook.actionAt', { action: t(actionTexts[action]), moment: ago });
  const name = scopeText(hook.scope);
  return (
    <Tr {...place}>
      <Td>
        <Flex direction="column" alignItems="flex-start">
          {name === undefined ? null : (
            <Typography fontWeight="semiBold" textColor="neutral800" style={address}>
              {t(name)}
            </Typography>
          )}
          <Typography variant="pi" textColor="neutral600">
            {hook.scope}
          </Typography>
        </Flex>
      </Td>
      <Td>
        <HookState hook={hook} />
      </Td>
      <Td>
        <Typography variant="pi" textColor="neutral800" tag="div" maxWidth="15rem" style={address}>
          {hook.id === null ? '–' : hook.destination}
        </Typography>
      </Td>
      <Td>
        <Typography textColor="neutral800" tag="div" style={wrapped}>
          {lastAction === null ? '–' : <RelativeTime at={lastAction.at} within={acted(lastAction.action)} />}
        </Typography>
      </Td>
    </Tr>
  );
}

function HookState({ hook }: { hook: HookView }) {
  const t = useTranslate();
  if (hook.problems.length === 0)
    return <StatusBadge variant="success">{t('commerce-bridge.hook.active')}</StatusBadge>;
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      <StatusBadge variant={variantOf(hook)}>{t(stateText(hook))}</StatusBadge>
      {hook.problems.map((problem) => (
        <Typography key={problem} variant="pi" textColor="neutral800" maxWidth="20rem" style={wrapped}>
          {t(problemTexts[problem])}
        </Typography>
      ))}
    </Flex>
  );
}

function variantOf({ problems }: HookView): 'danger' | 'warning' | 'neutral' {
  if (problems.includes('missing') || problems.includes('inactive')) return 'danger';
  return problems.every(isHarmless) ? 'neutral' : 'warning';
}

function stateText({ problems, isActive }: HookView): TranslationKey {
  if (problems.includes('missing')) return 'commerce-bridge.hook.missing';
  if (problems.includes('refused')) return 'commerce-bridge.hook.refused';
  if (problems.includes('lacking')) return 'commerce-bridge.hook.lacking';
  return isActive ? 'commerce-bridge.hook.wrong' : 'commerce-bridge.hook.inactive';
}
