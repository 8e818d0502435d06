import type { ReactNode } from 'react';
import { Button, Flex } from '@strapi/design-system';
import { useTranslate } from '../hooks/use-translate';
import { Drawer } from './drawer';
import { Notice } from './notice';

export interface FormDrawerProps {
  /** Names the drawer, for screen readers too. */
  title: string;
  /** Why it was not saved; null if nothing is known against it. */
  problem: string | null;
  isSaving: boolean;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form at the right edge with one button, *Save*; what is refused is said above its fields. */
export function FormDrawer({ title, problem, isSaving, onSave, onClose, children }: FormDrawerProps) {
  const t = useTranslate();
  return (
    <Drawer
      title={title}
      onClose={onClose}
      footer={
        <Button loading={isSaving} onClick={onSave}>
          {t('commerce-bridge.action.save')}
        </Button>
      }
    >
      <Flex direction="column" alignItems="stretch" gap={4}>
        {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
        {children}
      </Flex>
    </Drawer>
  );
}
