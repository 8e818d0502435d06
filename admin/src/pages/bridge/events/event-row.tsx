import { Td, Typography } from '@strapi/design-system';
import type { QueuedEvent } from '../../../../../contracts/admin/events';
import { ActionCell } from '../../../components/action-cell';
import { RelativeTime } from '../../../components/relative-time';
import { RoomyRow } from '../../../components/roomy-row';
import { StatusBadge } from '../../../components/status-badge';
import type { RowPlace } from '../../../components/table-places';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { DiscardButton } from './discard-button';
import { entityTextOf, statusTexts } from './event-texts';
import { RetryButton } from './retry-button';

/** One event: its subject, its status, why it failed, and its actions. */
export function EventRow({ event, ...place }: { event: QueuedEvent } & RowPlace) {
  const t = useTranslate();
  const { count } = useFormats();
  const { text, variant } = statusTexts[event.status];
  const entity = t(entityTextOf(event));
  const subject =
    event.entity_id === 0 ? entity : t('commerce-bridge.event.about', { entity, id: String(event.entity_id) });
  return (
    <RoomyRow {...place}>
      <Td>
        <Typography fontWeight="semiBold" textColor="neutral800" tag="div">
          {subject}
        </Typography>
        {event.name === null ? null : (
          <Typography textColor="neutral800" tag="div" maxWidth="26rem" ellipsis title={event.name}>
            {event.name}
          </Typography>
        )}
        <Typography variant="pi" textColor="neutral600" tag="div">
          {event.scope}
        </Typography>
        {event.lastError === null ? null : (
          <Typography
            variant="pi"
            textColor="danger700"
            tag="div"
            maxWidth="26rem"
            style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
          >
            {event.lastError}
          </Typography>
        )}
      </Td>
      <Td>
        <StatusBadge variant={variant}>{t(text)}</StatusBadge>
      </Td>
      <Td>
        <Typography textColor="neutral800" style={{ whiteSpace: 'normal' }}>
          <RelativeTime at={event.receivedAt} />
        </Typography>
      </Td>
      <Td>
        <Typography textColor="neutral800">{count(event.attempt)}</Typography>
      </Td>
      <Td>
        <Typography textColor="neutral800" style={{ whiteSpace: 'normal' }}>
          {event.nextAttemptAt === null ? '–' : <RelativeTime at={event.nextAttemptAt} />}
        </Typography>
      </Td>
      <ActionCell>
        {/* The row only shows what is followed elsewhere: without it, the change arrives all the same. */}
        {event.entity === 'market' ? null : (
          <>
            <RetryButton event={event} subject={subject} />
            <DiscardButton event={event} subject={subject} />
          </>
        )}
      </ActionCell>
    </RoomyRow>
  );
}
