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
  colour: 'primary' | 'success' | 'warning' | 'danger';
  Icon: typeof Information;
}

const looks: Record<Tone, Look> = {
  information: { colour: 'primary', Icon: Information },
  success: { colour: 'success', Icon: CheckCircle },
  warning: { colour: 'warning', Icon: WarningCircle },
  danger: { colour: 'danger', Icon: WarningCircle },
};

/** A message that stays on the page. The design system's `Alert` always offers to close it, which here would hide a fact. */
export function Notice({ tone, title, children }: NoticeProps) {
  const { colour, Icon } = looks[tone];
  return (
    <Flex
      alignItems="flex-start"
      gap={3}
      padding={4}
      hasRadius
      background={`${colour}100`}
      borderColor={`${colour}200`}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <Box shrink={0} paddingTop="2px">
        <Icon fill={`${colour}700`} width="1.6rem" height="1.6rem" aria-hidden />
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
