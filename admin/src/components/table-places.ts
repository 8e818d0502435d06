import type { ComponentProps } from 'react';
import type { ThProps, Tr } from '@strapi/design-system';

/**
 * What the design system's `Tbody` gives each of its children. A component between `Tbody` and `Tr` hands it on: without it
 * the row's buttons take no part in the table's keyboard navigation, and Tab never reaches them.
 */
export type RowPlace = Pick<ComponentProps<typeof Tr>, 'aria-rowindex'>;

/** The same of a cell: what `Tr` gives each of its children, for `Td` or `Th`. */
export type CellPlace = Pick<ThProps, 'aria-colindex' | 'coords'>;
