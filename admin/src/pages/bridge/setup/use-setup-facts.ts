import { useEffect, useRef, useState } from 'react';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { useGetSyncStateQuery } from '../../../api/runs-api';
import { useGetSetupQuery } from '../../../api/setup-api';
import { useGetWebhooksQuery } from '../../../api/webhooks-api';
import { useAllowed } from '../../../hooks/use-allowed';
import { usePolling } from '../../../hooks/use-polling';
import { permissions } from '../../../permissions';
import type { ConnectionTesting } from '../../../connection/use-connection-test';
import type { SetupFacts } from './setup-steps';

/** How often the guide polls the first run, in milliseconds. */
const pollingInterval = 1_000;

export interface SetupFactsRequest {
  settings: SettingsView;
  testing: ConnectionTesting;
  canUpdate: boolean;
}

/**
 * Determines how far the site is set up; tests credentials that are already stored, once. While a test is under way,
 * the facts have the result of the previous one, so that it neither opens nor closes a step before it ends.
 */
export function useSetupFacts({ settings, testing, canUpdate }: SetupFactsRequest): {
  facts: SetupFacts;
  receivedAt: number;
} {
  const catalog = useAllowed(permissions.readCatalog);
  const { data: sync, fulfilledTimeStamp, refetch } = useGetSyncStateQuery(undefined, { skip: !catalog.allowed });
  usePolling(refetch, catalog.allowed ? pollingInterval : null);
  const { data: progress } = useGetSetupQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: webhooks } = useGetWebhooksQuery(undefined, { refetchOnMountOrArgChange: true });
  const hasCredentials = settings.storeHash !== null && settings.accessToken.isSet;
  const { run, isTesting } = testing;
  const result = testing.resultFor({});
  const [test, setTest] = useState(result);
  if (!isTesting && test !== result) setTest(result);
  const isOpened = useRef(false);
  useEffect(() => {
    // Credentials saved later are tested when they are saved.
    if (!isOpened.current && hasCredentials && canUpdate) void run({});
    isOpened.current = true;
  }, [hasCredentials, canUpdate, run]);
  return {
    facts: {
      settings,
      progress,
      maySeeRuns: catalog.allowed || catalog.isLoading,
      test,
      sync,
      webhooks,
    },
    receivedAt: fulfilledTimeStamp ?? 0,
  };
}
