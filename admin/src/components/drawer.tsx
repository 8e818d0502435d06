import { useState, type ReactNode } from 'react';
import { Modal } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useTranslate } from '../hooks/use-translate';

export interface DrawerProps {
  /** Also the drawer's name for screen readers. */
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
}

/**
 * A panel at the right edge, over the page. The design system has no drawer; this uses its modal, so the focus stays
 * inside, Escape closes it, and the focus returns to the element that had it.
 */
export function Drawer({ title, onClose, children, footer }: DrawerProps) {
  const t = useTranslate();
  const [openedFrom] = useState(() => document.activeElement);
  // By default, the modal returns the focus to its trigger, and this one has none.
  const returnFocus = (event: Event) => {
    event.preventDefault();
    if (openedFrom instanceof HTMLElement) openedFrom.focus();
  };
  return (
    <Modal.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Panel aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
        <Modal.Header closeLabel={t('commerce-bridge.action.close')}>
          <Modal.Title>{title}</Modal.Title>
        </Modal.Header>
        <Body>{children}</Body>
        {footer === undefined ? null : <Foot>{footer}</Foot>}
      </Panel>
    </Modal.Root>
  );
}

const Panel = styled(Modal.Content)`
  top: 0;
  right: 0;
  bottom: 0;
  left: auto;
  transform: none;
  width: min(84rem, 100vw);
  max-width: none;
  height: 100dvh;
  max-height: none;
  border-radius: 0;

  && {
    animation-name: none;
  }

  /* A title that is one long word would push the close button off the screen. */
  h2 {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const Body = styled.div`
  flex: 1;
  overflow: auto;
  padding: ${({ theme }) => theme.spaces[6]};
`;

const Foot = styled(Modal.Footer)`
  flex: 0 0 auto;
`;
