import type { ReactElement } from 'react';
import { ConfirmDialog } from '@strapi/strapi/admin';
import { Button, Dialog } from '@strapi/design-system';

export interface AskFirstProps {
  title: string;
  text: string;
  /** Of the confirm button; Strapi's default is red. */
  variant?: 'default';
  /** Button labels, where Strapi's “Cancel” and “Confirm” would be ambiguous. */
  labels?: { dismiss: string; confirm: string };
  onConfirm: () => Promise<void>;
  /** The button that opens the dialog. */
  children: ReactElement;
}

/** A button that asks for confirmation before its action. */
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
