import { useState } from 'react';
import { Box, Flex, Loader, Tabs, Typography } from '@strapi/design-system';
import type { Run, RunChange, RunChangeList } from '../../../../../contracts/admin/runs';
import { useGetRunChangesQuery } from '../../../api/runs-api';
import { PartFailure } from '../../../components/load-failure';
import { StepPaging } from '../../../components/step-paging';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { attributeWords } from './attribute-texts';
import { RecordsTable } from './records-table';

type Kind = RunChange['kind'];

const kinds: { kind: Kind; text: TranslationKey }[] = [
  { kind: 'created', text: 'commerce-bridge.count.created' },
  { kind: 'updated', text: 'commerce-bridge.count.updated' },
  { kind: 'removed', text: 'commerce-bridge.count.removed' },
];

const pageSize = 20;

/** What a dry run would create, update, and remove; paged by the server. Opens on the first kind with changes. */
export function ChangesList({ run }: { run: Pick<Run, 'id' | 'counts'> }) {
  const t = useTranslate();
  const { count } = useFormats();
  const [kind, setKind] = useState<Kind>(kinds.find((known) => run.counts[known.kind] > 0)?.kind ?? 'created');
  const [page, setPage] = useState(1);
  // Until this kind's response arrives, `data` is the previous kind's: good enough for the counts, but not for the
  // rows.
  const { data, currentData, error, refetch } = useGetRunChangesQuery({ id: run.id, kind, page, pageSize });
  if (error !== undefined) return <PartFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Box>
      <Typography variant="delta" tag="h3">
        {t('commerce-bridge.changes.title')}
      </Typography>
      <Tabs.Root
        value={kind}
        onValueChange={(chosen) => {
          setKind(kinds.find((known) => known.kind === chosen)?.kind ?? kind);
          setPage(1);
        }}
      >
        <Tabs.List aria-label={t('commerce-bridge.changes.title')}>
          {kinds.map((known) => (
            <Tabs.Trigger key={known.kind} value={known.kind}>
              {t('commerce-bridge.changes.tab', { kind: t(known.text), count: count(data?.counts[known.kind] ?? 0) })}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {kinds.map((known) => (
          <Tabs.Content key={known.kind} value={known.kind}>
            {currentData === undefined ? (
              <Loader small>{t('commerce-bridge.changes.title')}</Loader>
            ) : (
              <ChangesTable list={currentData} onPage={setPage} />
            )}
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Box>
  );
}

function ChangesTable({
  list: { changes, page, pages },
  onPage,
}: {
  list: RunChangeList;
  onPage: (page: number) => void;
}) {
  const t = useTranslate();
  if (changes.length === 0) {
    return (
      <Box padding={4}>
        <Typography textColor="neutral600">{t('commerce-bridge.changes.none')}</Typography>
      </Box>
    );
  }
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <RecordsTable
        label={t('commerce-bridge.changes.title')}
        remark="commerce-bridge.changes.fields"
        records={changes.map(({ fields, ...record }) => ({ ...record, remark: attributeWords(fields, t) }))}
      />
      <StepPaging page={page} pages={pages} onPage={onPage} />
    </Flex>
  );
}
