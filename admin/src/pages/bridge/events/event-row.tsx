import { Flex, Td, Typography } from '@strapi/design-system';
import type { QueuedEvent } from '../../../../../contracts/admin/events';
import { RoomyRow } from '../../../components/roomy-row';
import { StatusBadge } from '../../../components/status-badge';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { DiscardButton } from './discard-button';
import { entityTexts, statusTexts } from './event-texts';
import { RetryButton } from './retry-button';

/** One event: what it is about, how it stands, why it failed, and what can be done with it. */
export function EventRow({ event }: { event: QueuedEvent }) {
  const t = useTranslate();
  const { count, moment } = useFormats();
  const { text, variant } = statusTexts[event.status];
  const entity = t(entityTexts[event.entity]);
  const subject =
    event.entity === 'store' ? entity : t('commerce-bridge.event.about', { entity, id: String(event.entity_id) });
  return (
    <RoomyRow>
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
        <Typography textColor="neutral800">{moment(event.receivedAt)}</Typography>
      </Td>
      <Td>
        <Typography textColor="neutral800">{count(event.attempt)}</Typography>
      </Td>
      <Td>
        <Typography textColor="neutral800">
          {event.nextAttemptAt === null ? '–' : moment(event.nextAttemptAt)}
        </Typography>
      </Td>
      <Td>
        <Flex gap={2} justifyContent="flex-end">
          <RetryButton event={event} subject={subject} />
          <DiscardButton event={event} subject={subject} />
        </Flex>
      </Td>
    </RoomyRow>
  );
}
