import { Box, Flex, Typography } from '@strapi/design-system';
import { Store } from '@strapi/icons';
import type { ComponentProps } from 'react';
import { HealthNotice } from './health-notice';
import { useFormats } from '../hooks/use-formats';
import { useAllowed } from '../hooks/use-allowed';
import { useTranslate } from '../hooks/use-translate';
import { permissions } from '../permissions';
import { statusKindLooks, statusTitle } from '../status/status-looks';
import { useStatus } from '../status/use-status';

/**
 * Our icon in the main menu, with a badge when the status has reasons that a person can act on. The icon is a plugin's
 * only element on every page, so the health notice is rendered here, too.
 */
export function MenuIcon(props: ComponentProps<typeof Store>) {
  const t = useTranslate();
  const { moment } = useFormats();
  const { status, notice } = useStatus();
  const mayFixHealth = useAllowed(permissions.manageHealth).allowed;
  const mayFixEvents = useAllowed(permissions.manageEvents).allowed;
  // A first sync that is under way requires no action.
  const waiting = status?.reasons.filter(({ code }) => code !== 'first_sync_running').length ?? 0;
  const isShown = waiting > 0 && (mayFixHealth || mayFixEvents);
  return (
    <Box position="relative">
      <Store {...props} />
      {status === null || !isShown ? null : (
        <Flex
          position="absolute"
          top="-10px"
          right="-14px"
          minWidth="18px"
          height="18px"
          justifyContent="center"
          background={statusKindLooks[status.kind].color}
          title={statusTitle(status, { t, moment })}
          data-kind={status.kind}
          borderRadius="9px"
          paddingLeft={1}
          paddingRight={1}
          data-testid="commerce-bridge-waiting"
        >
          <Typography textColor="neutral0" fontWeight="bold" style={{ fontSize: '1.1rem', lineHeight: 1 }}>
            {waiting > 99 ? '99+' : waiting}
          </Typography>
        </Flex>
      )}
      {notice === null ? null : <HealthNotice notice={notice} />}
    </Box>
  );
}
