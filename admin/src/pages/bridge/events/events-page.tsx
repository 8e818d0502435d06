import { Page, useQueryParams } from '@strapi/strapi/admin';
import { useGetEventsQuery } from '../../../api/events-api';
import { Card } from '../../../components/card';
import { LoadFailure, PartFailure } from '../../../components/load-failure';
import { PageFrame } from '../../../components/page-frame';
import { useExistingPage } from '../../../hooks/use-existing-page';
import { usePolling } from '../../../hooks/use-polling';
import { useTranslate } from '../../../hooks/use-translate';
import { withEncodedSearch } from '../../../lib/encoded-search';
import { permissions } from '../../../permissions';
import { EventFilters } from './event-filters';
import { EventsTable } from './events-table';
import { RetryAllButton } from './retry-all-button';
import { readEventsQuery, type EventsQuery } from './events-query';

/** How often the list is polled, in milliseconds. */
const pollingInterval = 5_000;

/** Commerce Bridge → Events. */
export function EventsPage() {
  return (
    <Page.Protect permissions={[permissions.manageEvents]}>
      <LoadedEvents />
    </Page.Protect>
  );
}

function LoadedEvents() {
  const t = useTranslate();
  const [{ query }, setQuery] = useQueryParams<EventsQuery>();
  const request = readEventsQuery(query ?? {});
  const change = (next: EventsQuery) => setQuery(withEncodedSearch(query ?? {}, { page: '1', ...next }));
  const events = useGetEventsQuery(request, { refetchOnMountOrArgChange: true });
  const { currentData, error, refetch } = events;
  usePolling(refetch, pollingInterval);
  const shown = useExistingPage(events);
  if (shown === undefined && error === undefined) return <Page.Loading />;
  if (shown === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  // After a failure, what was shown may be the events of another filter.
  const list = error === undefined ? shown : currentData;
  return (
    <Page.Main>
      <PageFrame
        title={t('commerce-bridge.events.title')}
        subtitle={t('commerce-bridge.events.subtitle')}
        primaryAction={<RetryAllButton />}
      >
        <Card title={t('commerce-bridge.events.queue')} aside={<EventFilters request={request} onChange={change} />}>
          {list === undefined ? (
            <PartFailure error={error} onRetry={() => void refetch()} />
          ) : (
            <EventsTable
              list={list}
              onClear={() => change({ status: '', _q: '' })}
              isFiltered={
                request.status !== undefined || request.entity_id !== undefined || request.search !== undefined
              }
            />
          )}
        </Card>
      </PageFrame>
    </Page.Main>
  );
}
