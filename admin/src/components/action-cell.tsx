import type { KeyboardEvent, ReactNode } from 'react';
import { Flex, Td } from '@strapi/design-system';
import type { CellPlace } from './table-places';

/** What moves within the design system's table. */
const moves = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);

/**
 * The cell of a row's buttons; the arrows go from one to the next. The design system's own handling of keys suppresses all of
 * them in a cell of several buttons, Enter, Space, and Tab among them.
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
    // Of a dialog that a button opened: React hands its keys on to the cell, and the table would move behind it.
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
