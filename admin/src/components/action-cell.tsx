import type { KeyboardEvent, ReactNode } from 'react';
import { Flex, Td } from '@strapi/design-system';
import type { CellPlace } from './table-places';

/** Keys that move the focus within the design system's table. */
const moves = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);

/**
 * The cell with a row's buttons; the arrow keys move between them. In a cell with several buttons, the design system's
 * own key handling suppresses all keys, including Enter, Space, and Tab.
 */
export function ActionCell({ children, ...place }: { children: ReactNode } & CellPlace) {
  return (
    <Td {...place} onKeyDown={goOn}>
      <Flex gap={2} justifyContent="flex-end">
        {children}
      </Flex>
    </Td>
  );
}

function goOn(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget, key, target } = event;
  if (!(target instanceof Node) || !currentTarget.contains(target)) {
    // From a dialog that a button opened: React bubbles its key events up to the cell, and the table behind it would
    // move.
    if (moves.has(key)) event.stopPropagation();
    return;
  }
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const next = buttons[buttons.findIndex((button) => button === document.activeElement) + step];
  if (step === 0 || next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
