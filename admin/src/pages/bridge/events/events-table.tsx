import { Pagination } from '@strapi/strapi/admin';
import { Table, Tbody, Typography } from '@strapi/design-system';
import type { EventList } from '../../../../../contracts/admin/events';
import { CompactCells } from '../../../components/compact-cells';
import { HeadingRow } from '../../../components/heading-row';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
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
}

/** One page of the queue, newest first, paged by the server. */
export function EventsTable({ list: { events, total, pages }, isFiltered }: EventsTableProps) {
  const t = useTranslate();
  if (events.length === 0) {
    return (
      <Typography textColor="neutral600" role="status">
        {isFiltered ? t('commerce-bridge.events.noneMatching') : t('commerce-bridge.events.none')}
      </Typography>
    );
  }
  return (
    <CompactCells>
      <Table colCount={headings.length + 1} rowCount={events.length + 1} aria-label={t('commerce-bridge.events.queue')}>
        <HeadingRow headings={headings} actions="commerce-bridge.event.actions" />
        <Tbody>
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </Tbody>
      </Table>
      <Pagination.Root pageCount={pages} total={total}>
        <Pagination.PageSize />
        <Pagination.Links />
      </Pagination.Root>
    </CompactCells>
  );
}
