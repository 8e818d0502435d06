import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { Usage } from '../../../../../contracts/admin/usage';
import { StatusBadge } from '../../../components/status-badge';
import { useTranslate } from '../../../hooks/use-translate';

/** Which roles can pick products, each with a link to its permissions. */
export function PickingRoles({ roles }: { roles: Usage['roles'] }) {
  const t = useTranslate();
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
      {roles.map(({ id, name, picksProducts }) => (
        <Flex key={id} tag="li" gap={3}>
          <Link tag={NavLink} to={`/settings/roles/${id}`}>
            {name}
          </Link>
          {picksProducts ? (
            <StatusBadge variant="success">{t('commerce-bridge.use.roles.can')}</StatusBadge>
          ) : (
            <StatusBadge variant="neutral">{t('commerce-bridge.use.roles.cannot')}</StatusBadge>
          )}
        </Flex>
      ))}
      {roles.length === 0 ? <Typography tag="li">{t('commerce-bridge.use.roles.none')}</Typography> : null}
    </Flex>
  );
}
