import type { ComponentProps } from 'react';
import type { ThProps, Tr } from '@strapi/design-system';

/**
 * The props that the design system's `Tbody` passes to each of its children. A component between `Tbody` and `Tr` must
 * pass them on: otherwise the row's buttons are left out of the table's keyboard navigation, and Tab never reaches
 * them.
 */
export type RowPlace = Pick<ComponentProps<typeof Tr>, 'aria-rowindex'>;

/** The same for a cell: the props that `Tr` passes to each `Td` or `Th`. */
export type CellPlace = Pick<ThProps, 'aria-colindex' | 'coords'>;
