import type { ReactNode } from 'react';
import { Status, Typography } from '@strapi/design-system';

export type StatusVariant = 'secondary' | 'success' | 'warning' | 'danger' | 'neutral';

/** A status in a word, in its color. */
export function StatusBadge({ variant, children }: { variant: StatusVariant; children: ReactNode }) {
  return (
    <Status variant={variant} size="S" width="min-content">
      {/* The design system's own shade (600) has too little contrast on its background; for orange, so does 700. */}
      <Typography
        tag="span"
        fontWeight="bold"
        textColor={variant === 'warning' ? 'neutral800' : `${variant}700`}
        style={{ whiteSpace: 'nowrap' }}
      >
        {children}
      </Typography>
    </Status>
  );
}
