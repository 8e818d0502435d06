import { Layouts, Page, SubNav } from '@strapi/strapi/admin';
import { Navigate, Route, Routes } from 'react-router-dom';
import { useAllowed } from '../../hooks/use-allowed';
import { useTranslate } from '../../hooks/use-translate';
import { permissions } from '../../permissions';
import { pluginId } from '../../plugin-id';
import { EventsPage } from './events/events-page';
import { OverviewPage } from './overview/overview-page';
import { ProductsPage } from './products/products-page';
import { RunsPage } from './runs/runs-page';
import { SetupPage } from './setup/setup-page';

/** Commerce Bridge in the main menu: its pages, and the menu between those that this administrator may see. */
export function BridgePages() {
  const catalog = useAllowed(permissions.readCatalog);
  const events = useAllowed(permissions.manageEvents);
  const settings = useAllowed(permissions.readSettings);
  if (catalog.isLoading || events.isLoading || settings.isLoading) return <Page.Loading />;
  const visible = { hasCatalog: catalog.allowed, hasEvents: events.allowed, hasSettings: settings.allowed };
  return (
    <Layouts.Root sideNav={<BridgeMenu {...visible} />}>
      <Routes>
        <Route index element={<FirstPage {...visible} />} />
        <Route path="setup" element={<SetupPage />} />
        <Route path="products" element={<ProductsPage />} />
        <Route path="runs" element={<RunsPage />} />
        <Route path="events" element={<EventsPage />} />
        <Route path="*" element={<Page.Error />} />
      </Routes>
    </Layouts.Root>
  );
}

interface Visible {
  hasCatalog: boolean;
  hasEvents: boolean;
  hasSettings: boolean;
}

function FirstPage({ hasCatalog, hasEvents }: Omit<Visible, 'hasSettings'>) {
  if (hasCatalog) return <OverviewPage />;
  // The menu also leads here who may only repair what the notice tells.
  return <Navigate replace to={hasEvents ? 'events' : `/settings/${pluginId}/health`} />;
}

function BridgeMenu({ hasCatalog, hasEvents, hasSettings }: Visible) {
  const t = useTranslate();
  const name = t('commerce-bridge.plugin.name');
  const base = `/plugins/${pluginId}`;
  const links = [
    ...(hasCatalog
      ? [
          { to: base, label: t('commerce-bridge.overview.title') },
          { to: `${base}/products`, label: t('commerce-bridge.products.title') },
          { to: `${base}/runs`, label: t('commerce-bridge.runs.title') },
        ]
      : []),
    ...(hasEvents ? [{ to: `${base}/events`, label: t('commerce-bridge.events.title') }] : []),
    ...(hasSettings ? [{ to: `${base}/setup`, label: t('commerce-bridge.setup.title') }] : []),
  ];
  return (
    <SubNav.Main aria-label={name}>
      <SubNav.Header label={name} />
      <SubNav.Content>
        <SubNav.Sections>
          {[
            <SubNav.Section key="pages" label={t('commerce-bridge.menu.pages')}>
              {links.map(({ to, label }) => (
                <SubNav.Link key={to} to={to} end label={label} />
              ))}
            </SubNav.Section>,
          ]}
        </SubNav.Sections>
      </SubNav.Content>
    </SubNav.Main>
  );
}
