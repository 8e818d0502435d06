import type { ReactNode } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import { CheckCircle, Information, WarningCircle } from '@strapi/icons';

type Tone = 'information' | 'success' | 'warning' | 'danger';

export interface NoticeProps {
  tone: Tone;
  title?: string;
  children: ReactNode;
}

interface Look {
  color: 'primary' | 'success' | 'warning' | 'danger';
  Icon: typeof Information;
}

const looks: Record<Tone, Look> = {
  information: { color: 'primary', Icon: Information },
  success: { color: 'success', Icon: CheckCircle },
  warning: { color: 'warning', Icon: WarningCircle },
  danger: { color: 'danger', Icon: WarningCircle },
};

/** A message that stays on the page. The design system's `Alert` can always be closed, which would hide a fact here. */
export function Notice({ tone, title, children }: NoticeProps) {
  const { color, Icon } = looks[tone];
  return (
    <Flex
      alignItems="flex-start"
      gap={3}
      padding={4}
      hasRadius
      background={`${color}100`}
      borderColor={`${color}200`}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <Box shrink={0} paddingTop="2px">
        <Icon fill={`${color}700`} width="1.6rem" height="1.6rem" aria-hidden />
      </Box>
      <Flex direction="column" alignItems="flex-start" gap={1}>
        {title === undefined ? null : (
          <Typography fontWeight="bold" textColor="neutral800">
            {title}
          </Typography>
        )}
        <Typography tag="div" textColor="neutral800">
          {children}
        </Typography>
      </Flex>
    </Flex>
  );
}
