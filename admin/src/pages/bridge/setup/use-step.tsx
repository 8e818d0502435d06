import { Box, Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { useGetUsageQuery } from '../../../api/usage-api';
import { CopyLine } from '../../../components/copy-line';
import { PartFailure } from '../../../components/load-failure';
import { useTranslate } from '../../../hooks/use-translate';
import { curlCommand } from '../../../lib/curl-command';
import { pluginId } from '../../../plugin-id';
import { FrontendParts } from './frontend-parts';
import { MarketsPart } from './markets-part';
import { PickingRoles } from './picking-roles';
import { UsePart } from './use-part';

/** Below the guide's other steps: what the catalog can be used for now. */
export function UseStep({ settings }: { settings: SettingsView }) {
  const t = useTranslate();
  const { data, error, refetch } = useGetUsageQuery(undefined);
  const heading = t('commerce-bridge.use.title');
  return (
    <Box tag="section" aria-label={heading} background="neutral0" hasRadius shadow="filterShadow" padding={6}>
      <Flex direction="column" alignItems="stretch" gap={6}>
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <Typography variant="delta" tag="h2">
            {heading}
          </Typography>
          <Typography variant="pi" textColor="neutral600">
            {t('commerce-bridge.use.text')}
          </Typography>
        </Flex>
        {error === undefined ? null : <PartFailure error={error} onRetry={() => void refetch()} />}
        {data === undefined ? null : <RestPart baseUrl={absolute(data.baseUrl)} />}
        <UsePart title={t('commerce-bridge.use.field.title')} text={t('commerce-bridge.use.field.text')}>
          <Link tag={NavLink} to="/plugins/content-type-builder">
            {t('commerce-bridge.use.field.link')}
          </Link>
        </UsePart>
        {data === undefined ? null : (
          <UsePart title={t('commerce-bridge.use.roles.title')} text={t('commerce-bridge.use.roles.text')}>
            <PickingRoles roles={data.roles} />
          </UsePart>
        )}
        <MarketsPart />
        <FrontendParts settings={settings} />
      </Flex>
    </Box>
  );
}

function RestPart({ baseUrl }: { baseUrl: string }) {
  const t = useTranslate();
  return (
    <UsePart title={t('commerce-bridge.use.rest.title')} text={t('commerce-bridge.use.rest.text')}>
      <CopyLine name={t('commerce-bridge.use.rest.baseUrl')} text={baseUrl} />
      <CopyLine name={t('commerce-bridge.use.rest.curl')} text={curlCommand(`${baseUrl}/products?per_page=5`)} />
      <Link tag={NavLink} to={`/plugins/${pluginId}/reference`}>
        {t('commerce-bridge.use.rest.reference')}
      </Link>
    </UsePart>
  );
}

/** If the site does not know its own address, it is this page's origin. */
const absolute = (baseUrl: string) => new URL(baseUrl, window.location.origin).href;
