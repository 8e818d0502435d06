import { Tbody, Td, Tr, Typography } from '@strapi/design-system';
import type { PurgeTargetView, TargetState } from '../../../../../contracts/admin/purging';
import { ActionCell } from '../../../components/action-cell';
import { CompactCells } from '../../../components/compact-cells';
import { HeadingRow } from '../../../components/heading-row';
import { NavigableTable } from '../../../components/navigable-table';
import { RelativeTime } from '../../../components/relative-time';
import type { RowPlace } from '../../../components/table-places';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { EditButton, RemoveButton, RetryTargetButton, TestButton } from './target-buttons';
import { TargetStateCell } from './target-state-cell';
import { targetKinds } from './target-values';

const headings: TranslationKey[] = [
  'commerce-bridge.purging.column.target',
  'commerce-bridge.purging.column.state',
  'commerce-bridge.purging.column.delivered',
];

export interface TargetsTableProps {
  states: TargetState[];
  targets: PurgeTargetView[];
  canAct: boolean;
  /** Null if targets cannot be changed here. */
  onEdit: ((target: PurgeTargetView) => void) | null;
}

/** All external systems that are notified of changes, and whether each is up to date. */
export function TargetsTable({ states, ...props }: TargetsTableProps) {
  const t = useTranslate();
  return (
    <CompactCells>
      <NavigableTable
        colCount={headings.length + 1}
        rowCount={states.length + 1}
        aria-label={t('commerce-bridge.setting.purgeTargets.label')}
      >
        <HeadingRow headings={headings} actions="commerce-bridge.purging.actions" />
        <Tbody>
          {states.map((state) => (
            <TargetRow key={state.key} state={state} {...props} />
          ))}
        </Tbody>
      </NavigableTable>
    </CompactCells>
  );
}

function TargetRow({
  state,
  targets,
  canAct,
  onEdit,
  ...place
}: Omit<TargetsTableProps, 'states'> & { state: TargetState } & RowPlace) {
  const t = useTranslate();
  const { key, kind, deliveredAt } = state;
  const target = targets.find((each) => each.key === key);
  return (
    <Tr {...place}>
      <Td>
        <Typography fontWeight="semiBold" textColor="neutral800" tag="div">
          {key}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          {kind === 'function' ? t('commerce-bridge.purging.kind.function') : targetKinds[kind].name}
        </Typography>
      </Td>
      <Td>
        <TargetStateCell state={state} />
      </Td>
      <Td>
        <Typography textColor="neutral800">
          {deliveredAt === null ? t('commerce-bridge.purging.never') : <RelativeTime at={deliveredAt} />}
        </Typography>
      </Td>
      <ActionCell>
        {canAct ? <RetryTargetButton name={key} disabled={state.waiting === 0} /> : null}
        {canAct && target !== undefined ? <TestButton name={key} /> : null}
        {target === undefined || onEdit === null ? null : (
          <>
            <EditButton name={key} onEdit={() => onEdit(target)} />
            <RemoveButton target={target} />
          </>
        )}
      </ActionCell>
    </Tr>
  );
}
