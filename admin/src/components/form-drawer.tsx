import type { ReactNode } from 'react';
import { Button, Flex } from '@strapi/design-system';
import { useTranslate } from '../hooks/use-translate';
import { Drawer } from './drawer';
import { Notice } from './notice';

export interface FormDrawerProps {
  /** Also the drawer's name for screen readers. */
  title: string;
  /** Why the form was not saved; null if there is no error. */
  problem: string | null;
  isSaving: boolean;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form at the right edge with one button, *Save*; errors are shown above its fields. */
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
