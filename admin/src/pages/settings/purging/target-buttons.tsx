import { IconButton } from '@strapi/design-system';
import { ArrowClockwise, Pencil, Play, Trash } from '@strapi/icons';
import type { PurgeTargetView } from '../../../../../contracts/admin/purging';
import { useRetryTargetMutation, useTestTargetMutation } from '../../../api/purging-api';
import { AskFirst } from '../../../components/ask-first';
import { type ActionOutcome, useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';
import { causeWords } from '../../../lib/cause-words';
import { useSaveTarget } from './use-save-target';

/** Notifies a target again now, without waiting for its next attempt. */
export function RetryTargetButton({ name, disabled }: { name: string; disabled: boolean }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const [retry, { isLoading }] = useRetryTargetMutation();
  const retryNow = async () => {
    await retry(name).unwrap();
    return t('commerce-bridge.purging.retried', { name });
  };
  return (
    <IconButton
      variant="tertiary"
      disabled={disabled || isLoading}
      label={t('commerce-bridge.purging.retry', { name })}
      onClick={() => notifyOutcome(retryNow)}
    >
      <ArrowClockwise />
    </IconButton>
  );
}

/** Purges a name that nothing has, and shows whether the target accepted that. */
export function TestButton({ name }: { name: string }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const [test, { isLoading }] = useTestTargetMutation();
  const testNow = async (): Promise<ActionOutcome> => {
    const { succeeded, error, causes } = await test(name).unwrap();
    if (succeeded) return t('commerce-bridge.purging.tested', { name });
    const why = causeWords(error ?? '', causes ?? [], t);
    return { type: 'danger', message: t('commerce-bridge.purging.testFailed', { name, error: why }) };
  };
  return (
    <IconButton
      variant="tertiary"
      disabled={isLoading}
      label={t('commerce-bridge.purging.test', { name })}
      onClick={() => notifyOutcome(testNow)}
    >
      <Play />
    </IconButton>
  );
}

export function EditButton({ name, onEdit }: { name: string; onEdit: () => void }) {
  const t = useTranslate();
  return (
    <IconButton variant="tertiary" label={t('commerce-bridge.purging.edit', { name })} onClick={onEdit}>
      <Pencil />
    </IconButton>
  );
}

/** Removes a target, once confirmed. */
export function RemoveButton({ target }: { target: PurgeTargetView }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const { save, isSaving } = useSaveTarget();
  const { key: name } = target;
  const remove = async (): Promise<ActionOutcome> => {
    if ((await save({ from: target, to: null })) === 'overtaken')
      return { type: 'warning', message: t('commerce-bridge.purging.overtaken') };
    return t('commerce-bridge.purging.removed', { name });
  };
  return (
    <AskFirst
      title={t('commerce-bridge.purging.remove.title', { name })}
      text={t('commerce-bridge.purging.remove.text')}
      onConfirm={() => notifyOutcome(remove)}
    >
      <IconButton variant="tertiary" disabled={isSaving} label={t('commerce-bridge.purging.remove', { name })}>
        <Trash />
      </IconButton>
    </AskFirst>
  );
}
