import { useEffect, useReducer, useRef } from 'react';
import { Table, type TableProps } from '@strapi/design-system';

/**
 * The design system's table, with a way in by keyboard that lasts. One cell can be tabbed to, the arrows lead to the others;
 * when that cell goes with its row, or its button does, the table would be passed over from then on.
 */
export function NavigableTable(props: TableProps) {
  const table = useRef<HTMLTableElement>(null);
  const hadFocus = useRef(false);
  const [generation, beginAnew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const stop = table.current?.querySelector('[tabindex="0"]');
    if (stop === null) return beginAnew();
    // A button that goes takes the focus with it, and says nothing of that.
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
