import type { ReactNode } from 'react';
import { Flex, Typography } from '@strapi/design-system';

export interface UsePartProps {
  title: string;
  text: string;
  children?: ReactNode;
}

/** One use of the catalog: its purpose, and what it requires. */
export function UsePart({ title, text, children }: UsePartProps) {
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography variant="omega" fontWeight="bold" tag="h3">
        {title}
      </Typography>
      <Typography variant="pi" textColor="neutral600">
        {text}
      </Typography>
      {children}
    </Flex>
  );
}
