import { Link } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { Overview } from '../../../../../contracts/admin/overview';
import { Card } from '../../../components/card';
import { Facts } from '../../../components/facts';
import { useAllowed } from '../../../hooks/use-allowed';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { statusTexts } from '../events/event-texts';

/** Webhook events by state. */
export function EventsCard({ events }: Pick<Overview, 'events'>) {
  const t = useTranslate();
  const { count } = useFormats();
  const { allowed } = useAllowed(permissions.manageEvents);
  return (
    <Card
      title={t('commerce-bridge.events.title')}
      description={t('commerce-bridge.events.subtitle')}
      aside={
        allowed ? (
          <Link tag={NavLink} to="events">
            {t('commerce-bridge.overview.allEvents')}
          </Link>
        ) : null
      }
    >
      <Facts
        facts={[
          { term: t(statusTexts.pending.text), value: count(events.pending) },
          { term: t(statusTexts.failed.text), value: count(events.failed) },
          { term: t(statusTexts.dropped.text), value: count(events.dropped) },
          { term: t(statusTexts.complete.text), value: count(events.complete) },
        ]}
      />
    </Card>
  );
}
