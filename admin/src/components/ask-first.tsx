import type { ReactElement } from 'react';
import { ConfirmDialog } from '@strapi/strapi/admin';
import { Button, Dialog } from '@strapi/design-system';

export interface AskFirstProps {
  title: string;
  text: string;
  /** Of the button that confirms; Strapi's own is red. */
  variant?: 'default';
  /** Of the buttons, where Strapi's “Cancel” and “Confirm” could be mistaken for each other. */
  labels?: { dismiss: string; confirm: string };
  onConfirm: () => Promise<void>;
  /** The button that opens the dialog. */
  children: ReactElement;
}

/** A button whose action is asked about before it happens. */
export function AskFirst({ title, text, variant, labels, onConfirm, children }: AskFirstProps) {
  return (
    <Dialog.Root>
      <Dialog.Trigger>{children}</Dialog.Trigger>
      <ConfirmDialog
        title={title}
        {...(variant !== undefined && { variant })}
        {...(labels !== undefined && labeledActions(labels, onConfirm))}
        onConfirm={() => onConfirm()}
      >
        {text}
      </ConfirmDialog>
    </Dialog.Root>
  );
}

function labeledActions({ dismiss, confirm }: { dismiss: string; confirm: string }, onConfirm: () => Promise<void>) {
  return {
    startAction: (
      <Dialog.Cancel>
        <Button fullWidth variant="tertiary">
          {dismiss}
        </Button>
      </Dialog.Cancel>
    ),
    endAction: (
      <Dialog.Action>
        <Button fullWidth variant="danger-light" onClick={() => void onConfirm()}>
          {confirm}
        </Button>
      </Dialog.Action>
    ),
  };
}
