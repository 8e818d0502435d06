import { useAuth } from '@strapi/strapi/admin';
import type { NoticeAnswer } from '../../../contracts/admin/health';
import { useGetNoticeQuery } from '../api/health-api';
import { useGetOverviewQuery } from '../api/overview-api';
import { permissions, type PluginPermission } from '../permissions';

/** How often every page asks, in milliseconds. */
const pollingInterval = 60_000;

export interface Waiting {
  /** How many things wait for a person: issues that a check found, and events that were given up. */
  waiting: number;
  notice: NoticeAnswer['notice'];
}

/** What waits for this administrator, as far as they may act on it. */
export function useWaiting(): Waiting {
  const seesHealth = useHolds(permissions.manageHealth);
  const seesCatalog = useHolds(permissions.readCatalog);
  const mendsEvents = useHolds(permissions.manageEvents);
  const { data: health } = useGetNoticeQuery(undefined, { skip: !seesHealth, pollingInterval });
  const { data: overview } = useGetOverviewQuery(undefined, { skip: !(seesCatalog && mendsEvents), pollingInterval });
  const notice = seesHealth ? (health?.notice ?? null) : null;
  const dropped = seesCatalog && mendsEvents ? (overview?.events.dropped ?? 0) : 0;
  // Dropped events are an issue of the check, too: the larger of both counts nothing twice.
  return { waiting: Math.max(notice?.errors.length ?? 0, dropped), notice };
}

// Told at once, unlike `useRBAC`: Strapi makes the menu's icons anew on every page, and a notice must not flicker.
function useHolds({ action }: PluginPermission): boolean {
  return useAuth('CommerceBridgeMenu', ({ permissions: held }) => held.some((permission) => permission.action === action));
}
