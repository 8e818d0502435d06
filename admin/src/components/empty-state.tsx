import type { ReactElement } from 'react';
import { Box, EmptyStateLayout } from '@strapi/design-system';
import { EmptyDocuments } from '@strapi/icons/symbols';

export interface EmptyStateProps {
  /** Why there is nothing. */
  text: string;
  /** The one thing to do about it. */
  action?: ReactElement;
}

/** In place of a list without entries. */
export function EmptyState({ text, action }: EmptyStateProps) {
  return (
    <Box role="status">
      <EmptyStateLayout
        icon={<EmptyDocuments width="16rem" />}
        content={text}
        shadow={undefined}
        {...(action !== undefined && { action })}
      />
    </Box>
  );
}
