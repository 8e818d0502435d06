import { Button, Flex } from '@strapi/design-system';
import { useTranslate } from '../../hooks/use-translate';
import type { SecretDisplay } from './secret-display';

export interface SecretActionsProps {
  /** The secret's name, which tells its buttons apart from those of other secrets on the page. */
  label: string;
  display: SecretDisplay;
  onReplace: () => void;
  onRemove: () => void;
  onKeep: () => void;
}

/** Buttons for a stored secret: replace it, remove it, or undo either. */
export function SecretActions({ label, display, onReplace, onRemove, onKeep }: SecretActionsProps) {
  const t = useTranslate();
  const named = (action: string) => t('commerce-bridge.secret.actionOn', { action, label });
  if (display === 'kept') {
    return (
      <Flex gap={2}>
        <Button size="S" variant="tertiary" aria-label={named(t('commerce-bridge.secret.replace'))} onClick={onReplace}>
          {t('commerce-bridge.secret.replace')}
        </Button>
        <Button
          size="S"
          variant="danger-light"
          aria-label={named(t('commerce-bridge.secret.remove'))}
          onClick={onRemove}
        >
          {t('commerce-bridge.secret.remove')}
        </Button>
      </Flex>
    );
  }
  if (display === 'replacing' || display === 'removed') {
    return (
      <Flex gap={2}>
        <Button size="S" variant="tertiary" aria-label={named(t('commerce-bridge.secret.keep'))} onClick={onKeep}>
          {t('commerce-bridge.secret.keep')}
        </Button>
      </Flex>
    );
  }
  return null;
}
