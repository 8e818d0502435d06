import { Button, LinkButton, Tbody } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import type { EventList } from '../../../../../contracts/admin/events';
import { ListPaging } from '../../../components/list-paging';
import { CompactCells } from '../../../components/compact-cells';
import { EmptyState } from '../../../components/empty-state';
import { HeadingRow } from '../../../components/heading-row';
import { NavigableTable } from '../../../components/navigable-table';
import { useAllowed } from '../../../hooks/use-allowed';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { pluginId } from '../../../plugin-id';
import { EventRow } from './event-row';

const headings: TranslationKey[] = [
  'commerce-bridge.event.subject',
  'commerce-bridge.result.status',
  'commerce-bridge.event.received',
  'commerce-bridge.event.retries',
  'commerce-bridge.event.next',
];

export interface EventsTableProps {
  list: EventList;
  isFiltered: boolean;
  /** Clears all filters. */
  onClear: () => void;
}

/** One page of the queue, newest first, paged by the server. */
export function EventsTable({ list: { events, total, pages }, isFiltered, onClear }: EventsTableProps) {
  const t = useTranslate();
  const { allowed: maySeeWebhooks } = useAllowed(permissions.readSettings);
  if (total === 0) {
    return (
      <EmptyState
        text={t(isFiltered ? 'commerce-bridge.events.noneMatching' : 'commerce-bridge.events.none')}
        {...(isFiltered
          ? {
              action: (
                <Button variant="secondary" onClick={onClear}>
                  {t('commerce-bridge.filters.clear')}
                </Button>
              ),
            }
          : maySeeWebhooks && {
              action: (
                <LinkButton tag={Link} to={`/settings/${pluginId}/webhooks`}>
                  {t('commerce-bridge.events.none.action')}
                </LinkButton>
              ),
            })}
      />
    );
  }
  return (
    <CompactCells>
      <NavigableTable
        colCount={headings.length + 1}
        rowCount={events.length + 1}
        aria-label={t('commerce-bridge.events.queue')}
      >
        <HeadingRow headings={headings} actions="commerce-bridge.event.actions" />
        <Tbody>
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </Tbody>
      </NavigableTable>
      <ListPaging pages={pages} total={total} />
    </CompactCells>
  );
}
