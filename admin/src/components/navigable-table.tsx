import { useEffect, useReducer, useRef } from 'react';
import { Table, type TableProps } from '@strapi/design-system';

/**
 * The design system's table, kept reachable by keyboard. Only one cell is a tab stop, and the arrow keys move between
 * cells. Without this, Tab would skip the table once that cell, or the button in it, has been removed.
 */
export function NavigableTable(props: TableProps) {
  const table = useRef<HTMLTableElement>(null);
  const hadFocus = useRef(false);
  const [generation, beginAnew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const stop = table.current?.querySelector('[tabindex="0"]');
    if (stop === null) return beginAnew();
    // Removing a focused button drops the focus without a blur event.
    if (!hadFocus.current || document.activeElement !== document.body) return;
    if (stop instanceof HTMLElement) stop.focus();
  });
  return (
    <Table
      key={generation}
      ref={table}
      {...props}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={() => {
        hadFocus.current = false;
      }}
    />
  );
}
