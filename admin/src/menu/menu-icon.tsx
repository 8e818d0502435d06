import { Box, Flex, Typography } from '@strapi/design-system';
import { Store } from '@strapi/icons';
import type { ComponentProps } from 'react';
import { HealthNotice } from './health-notice';
import { useWaiting } from './use-waiting';

/**
 * Our icon in the main menu, with a badge when something waits for a person. Strapi offers plugins no place on every
 * page but this one, so the notice about health is shown from here, too.
 */
export function MenuIcon(props: ComponentProps<typeof Store>) {
  const { waiting, notice } = useWaiting();
  return (
    <Box position="relative">
      <Store {...props} />
      {waiting === 0 ? null : (
        <Flex
          position="absolute"
          top="-10px"
          right="-14px"
          minWidth="18px"
          height="18px"
          justifyContent="center"
          background="danger600"
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
