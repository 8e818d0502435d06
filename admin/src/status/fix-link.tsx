import { Link } from '@strapi/design-system';
import { NavLink, useLocation } from 'react-router-dom';
import type { FixPlace } from '../../../contracts/admin/status';
import { useAllowed } from '../hooks/use-allowed';
import { useTranslate, type TranslationKey } from '../hooks/use-translate';
import { permissions, type PluginPermission } from '../permissions';
import { pluginId } from '../plugin-id';

interface Place {
  to: string;
  label: TranslationKey;
  needs: PluginPermission;
}

const pages = `/plugins/${pluginId}`;
const settings = `/settings/${pluginId}`;
const { readSettings, readCatalog, manageEvents, manageHealth } = permissions;

const places: Record<FixPlace, Place> = {
  setup: { to: `${pages}/setup`, label: 'commerce-bridge.setup.open', needs: readSettings },
  connection: { to: `${settings}/connection`, label: 'commerce-bridge.status.fix.connection', needs: readSettings },
  webhooks: { to: `${settings}/webhooks`, label: 'commerce-bridge.status.fix.webhooks', needs: readSettings },
  storefront: { to: `${settings}/storefront`, label: 'commerce-bridge.status.fix.storefront', needs: readSettings },
  purging: { to: `${settings}/purging`, label: 'commerce-bridge.status.fix.purging', needs: readSettings },
  sync: { to: `${settings}/sync`, label: 'commerce-bridge.status.fix.sync', needs: readSettings },
  markets: { to: `${settings}/markets`, label: 'commerce-bridge.status.fix.markets', needs: readSettings },
  runs: { to: `${pages}/runs`, label: 'commerce-bridge.status.fix.runs', needs: readCatalog },
  events: { to: `${pages}/events`, label: 'commerce-bridge.status.fix.events', needs: manageEvents },
  health: { to: `${settings}/health`, label: 'commerce-bridge.notice.open', needs: manageHealth },
};

/** Link to the page where a problem is fixed; not rendered on that page, nor for those who may not open it. */
export function FixLink({ place }: { place: FixPlace }) {
  const t = useTranslate();
  const { pathname } = useLocation();
  const { to, label, needs } = places[place];
  const { allowed } = useAllowed(needs);
  if (!allowed || pathname === to) return null;
  return (
    <Link tag={NavLink} to={to}>
      {t(label)}
    </Link>
  );
}
