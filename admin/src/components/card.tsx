import type { ReactNode } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';

export interface CardProps {
  /** Also the region's name for screen readers. */
  title: string;
  description?: string;
  /** Next to the title: a badge, a button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled white panel, as on Strapi's settings pages. */
export function Card({ title, description, aside, children }: CardProps) {
  return (
    <Box tag="section" aria-label={title} background="neutral0" hasRadius shadow="filterShadow" padding={6}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        <Flex justifyContent="space-between" alignItems="flex-start" gap={4} wrap="wrap">
          {/* A long description shrinks, so that a button fits next to it; a wider aside wraps below it. */}
          <Flex direction="column" alignItems="flex-start" gap={1} flex="1 1 0" minWidth="24rem">
            <Typography variant="delta" tag="h2">
              {title}
            </Typography>
            {description === undefined ? null : (
              <Typography variant="pi" textColor="neutral600">
                {description}
              </Typography>
            )}
          </Flex>
          {aside}
        </Flex>
        {children}
      </Flex>
    </Box>
  );
}
