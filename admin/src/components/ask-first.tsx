import type { ReactElement } from 'react';
import { ConfirmDialog } from '@strapi/strapi/admin';
import { Dialog } from '@strapi/design-system';

export interface AskFirstProps {
  title: string;
  text: string;
  /** Of the button that confirms; Strapi's own is red. */
  variant?: 'default';
  onConfirm: () => Promise<void>;
  /** The button that opens the dialog. */
  children: ReactElement;
}

/** A button whose action is asked about before it happens. */
export function AskFirst({ title, text, variant, onConfirm, children }: AskFirstProps) {
  return (
    <Dialog.Root>
      <Dialog.Trigger>{children}</Dialog.Trigger>
      <ConfirmDialog title={title} {...(variant !== undefined && { variant })} onConfirm={() => onConfirm()}>
        {text}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
