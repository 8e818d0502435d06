import { useState } from 'react';
import { useNotification } from '@strapi/strapi/admin';
import { Button, Flex, Link, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useIntl } from 'react-intl';
import {
  type RecordName,
  type RecordPlace,
  useGetRecordOriginQuery,
  useResyncRecordMutation,
} from '../api/records-api';
import { MarketsOfProduct } from '../components/markets-of-product';
import { useAllowed } from '../hooks/use-allowed';
import { useReportError } from '../hooks/use-report-error';
import { type TranslationKey, useTranslate } from '../hooks/use-translate';
import { timeAgo } from '../lib/time-ago';
import { permissions } from '../permissions';
import { entityOfModel } from './record-models';
import { resyncOutcome } from './resync-outcome';
import { useCarefulReload } from './use-careful-reload';
import { UsedIn } from './used-in';

/** The props that the Content Manager passes to an entry's panels, as far as they are used here. */
export interface PanelProps {
  model: string;
  document?: { documentId?: string; upstreamId?: unknown; syncedAt?: unknown } | undefined;
}

/** Side panel of a cached record: how fresh it is, a button that updates it, and a link to edit it in the store. */
export function UpstreamPanel({ model, document }: PanelProps) {
  const t = useTranslate();
  const entity = entityOfModel(model);
  const { documentId, upstreamId, syncedAt } = document ?? {};
  if (entity === null || documentId === undefined || typeof upstreamId !== 'number') return null;
  return {
    title: t('commerce-bridge.panel.title'),
    content: (
      <Freshness
        key={documentId}
        record={{ entity, id: upstreamId }}
        place={{ model, documentId }}
        writtenAt={typeof syncedAt === 'string' ? syncedAt : null}
      />
    ),
  };
}

interface FreshnessProps {
  record: RecordName;
  place: RecordPlace;
  /** When the record was last written; a comparison that finds no change writes nothing. */
  writtenAt: string | null;
}

function Freshness({ record, place, writtenAt }: FreshnessProps) {
  const t = useTranslate();
  const { formatDate, formatRelativeTime } = useIntl();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const seesCatalog = useAllowed(permissions.readCatalog);
  const runsSync = useAllowed(permissions.runSync);
  const { data: origin } = useGetRecordOriginQuery(record, { skip: !seesCatalog.allowed });
  // Reloading the entry would discard changes to the site's own fields.
  const { isModified, reload } = useCarefulReload(place);
  const [resync, { isLoading }] = useResyncRecordMutation();
  const [resyncedAt, setResyncedAt] = useState<string | null>(null);
  const syncedAt = [writtenAt, origin?.comparedAt ?? null, resyncedAt]
    .filter((time) => time !== null)
    .sort()
    .at(-1);

  const start = async () => {
    const result = await resync({ ...record, ...place });
    const isShown = reload();
    if ('error' in result) return reportError(result.error);
    const { type, message, isSynced } = resyncOutcome(result.data, { t, isShown });
    if (isSynced) setResyncedAt(new Date().toISOString());
    toggleNotification({ type, message });
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%" data-testid="commerce-bridge-panel">
      {syncedAt === undefined ? null : (
        <Typography tag="p" title={formatDate(syncedAt, { dateStyle: 'medium', timeStyle: 'short' })}>
          {t('commerce-bridge.panel.synced', {
            when: timeAgo(new Date(syncedAt), { now: new Date(), formatRelativeTime }),
          })}
        </Typography>
      )}
      <Hint text="commerce-bridge.panel.readOnly" />
      <Button
        variant="secondary"
        startIcon={<ArrowClockwise />}
        fullWidth
        loading={isLoading}
        disabled={!runsSync.allowed || isModified}
        onClick={() => void start()}
      >
        {t('commerce-bridge.panel.resync')}
      </Button>
      {runsSync.allowed || runsSync.isLoading ? null : <Hint text="commerce-bridge.panel.noResync" />}
      {runsSync.allowed && isModified ? <Hint text="commerce-bridge.panel.unsaved" /> : null}
      {origin === undefined || origin.upstreamUrl === null ? null : (
        <Link href={origin.upstreamUrl} isExternal>
          {t('commerce-bridge.panel.open')}
        </Link>
      )}
      {record.entity === 'product' ? <MarketsOfProduct id={record.id} /> : null}
      <UsedIn record={record} />
    </Flex>
  );
}

function Hint({ text }: { text: TranslationKey }) {
  const t = useTranslate();
  return (
    <Typography tag="p" variant="pi" textColor="neutral600">
      {t(text)}
    </Typography>
  );
}
