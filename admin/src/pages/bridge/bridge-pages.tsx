import { lazy, Suspense } from 'react';
import { Layouts, Page } from '@strapi/strapi/admin';
import { Navigate, Route, Routes } from 'react-router-dom';
import { useGetSetupQuery } from '../../api/setup-api';
import { useAllowed } from '../../hooks/use-allowed';
import { useHasSynced } from '../../hooks/use-has-synced';
import { useTranslate } from '../../hooks/use-translate';
import { permissions } from '../../permissions';
import { pluginId } from '../../plugin-id';
import { BridgeMenu, NarrowMenu, type MenuEntry } from './bridge-menu';
import { EventsPage } from './events/events-page';
import { OverviewPage } from './overview/overview-page';
import { ProductsPage } from './products/products-page';
import { RunsPage } from './runs/runs-page';
import { SetupPage } from './setup/setup-page';
import { UnknownPage } from './unknown-page';

/** Commerce Bridge in the main menu: its pages, and the menu of those that this administrator may see. */
export function BridgePages() {
  const catalog = useAllowed(permissions.readCatalog);
  const events = useAllowed(permissions.manageEvents);
  const settings = useAllowed(permissions.readSettings);
  if (catalog.isLoading || events.isLoading || settings.isLoading) return <Page.Loading />;
  const visible = { hasCatalog: catalog.allowed, hasEvents: events.allowed, hasSettings: settings.allowed };
  return <VisiblePages {...visible} />;
}

function VisiblePages(visible: Visible) {
  const entries = useMenuEntries(visible);
  return (
    <Layouts.Root sideNav={<BridgeMenu entries={entries} />}>
      <NarrowMenu entries={entries} />
      <Routes>
        <Route index element={<FirstPage {...visible} />} />
        <Route path="setup" element={<SetupPage />} />
        <Route path="products" element={<ProductsPage />} />
        <Route path="runs" element={<RunsPage />} />
        <Route path="events" element={<EventsPage />} />
        <Route path="reference" element={<LazyReference />} />
        <Route path="*" element={<UnknownPage />} />
      </Routes>
    </Layouts.Root>
  );
}

const ReferencePage = lazy(async () => ({ default: (await import('./reference/reference-page')).ReferencePage }));

function LazyReference() {
  return (
    <Suspense fallback={<Page.Loading />}>
      <ReferencePage />
    </Suspense>
  );
}

interface Visible {
  hasCatalog: boolean;
  hasEvents: boolean;
  hasSettings: boolean;
}

function FirstPage({ hasCatalog, hasEvents }: Omit<Visible, 'hasSettings'>) {
  if (hasCatalog) return <OverviewPage />;
  // Administrators who may only handle events or health issues also get here from the menu.
  return <Navigate replace to={hasEvents ? 'events' : `/settings/${pluginId}/health`} />;
}

/** The setup guide comes first until a sync has succeeded and webhooks have been registered or skipped. */
function useMenuEntries({ hasCatalog, hasEvents, hasSettings }: Visible): MenuEntry[] {
  const t = useTranslate();
  const hasSynced = useHasSynced();
  const { data: setup } = useGetSetupQuery(undefined, { skip: !hasSettings });
  const isUnfinished = hasSynced === false || (setup !== undefined && !setup.registered && !setup.webhooksSkipped);
  const base = `/plugins/${pluginId}`;
  const guide = hasSettings ? [{ to: `${base}/setup`, label: t('commerce-bridge.setup.title') }] : [];
  return [
    ...(isUnfinished ? guide : []),
    ...(hasCatalog
      ? [
          { to: base, label: t('commerce-bridge.overview.title') },
          { to: `${base}/products`, label: t('commerce-bridge.products.title') },
          { to: `${base}/runs`, label: t('commerce-bridge.runs.title') },
        ]
      : []),
    ...(hasEvents ? [{ to: `${base}/events`, label: t('commerce-bridge.events.title') }] : []),
    ...(isUnfinished ? [] : guide),
  ];
}
