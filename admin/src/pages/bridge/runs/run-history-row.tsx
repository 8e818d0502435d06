import { Button, Modal, Td, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import type { Run } from '../../../../../contracts/admin/runs';
import { ActionCell } from '../../../components/action-cell';
import { RelativeTime } from '../../../components/relative-time';
import { RoomyRow } from '../../../components/roomy-row';
import type { CellPlace, RowPlace } from '../../../components/table-places';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { RunResult } from './run-result';
import { RunStatus } from '../../../components/run-status';
import { failedRecords, modeTexts, runSeconds } from '../../../lib/run-texts';

/** One run in the history, with its expandable result. */
export function RunHistoryRow({ run, ...place }: { run: Run } & RowPlace) {
  const t = useTranslate();
  const { count, duration } = useFormats();
  const seconds = runSeconds(run);
  const { created, updated, removed } = run.counts;
  return (
    <RoomyRow {...place}>
      <TextCell minWidth="10.4rem">
        <RelativeTime at={run.startedAt} />
      </TextCell>
      <Td>
        <RunStatus status={run.status} />
      </Td>
      <TextCell>
        {run.dryRun ? t('commerce-bridge.history.dryRun', { mode: t(modeTexts[run.mode]) }) : t(modeTexts[run.mode])}
      </TextCell>
      <TextCell>{seconds === null ? '–' : duration(seconds)}</TextCell>
      <TextCell>{count(run.counts.fetched)}</TextCell>
      <TextCell>{count(created + updated + removed)}</TextCell>
      <TextCell>{count(failedRecords(run))}</TextCell>
      <ActionCell>{run.status === 'running' ? null : <RunDetails run={run} />}</ActionCell>
    </RoomyRow>
  );
}

function RunDetails({ run }: { run: Run }) {
  const t = useTranslate();
  const { moment } = useFormats();
  const startedAt = moment(run.startedAt);
  return (
    <Modal.Root>
      <Modal.Trigger>
        <Button size="S" variant="tertiary" aria-label={t('commerce-bridge.history.showRun', { moment: startedAt })}>
          {t('commerce-bridge.history.show')}
        </Button>
      </Modal.Trigger>
      <Modal.Content>
        <Modal.Header closeLabel={t('commerce-bridge.action.close')}>
          <Modal.Title>{t('commerce-bridge.history.runOf', { moment: startedAt })}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <RunResult run={run} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function TextCell({ minWidth, children, ...place }: { minWidth?: string; children: ReactNode } & CellPlace) {
  return (
    <Td {...place}>
      {/* The design system keeps each cell on one line, which would make the table wider than the page. */}
      <Typography textColor="neutral800" tag="div" style={{ minWidth, whiteSpace: 'normal' }}>
        {children}
      </Typography>
    </Td>
  );
}
