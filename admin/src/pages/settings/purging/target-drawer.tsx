import { useState } from 'react';
import { useNotification } from '@strapi/strapi/admin';
import type { PurgeTargetView } from '../../../../../contracts/admin/purging';
import { useUpdateBridgeSettingsMutation } from '../../../api/settings-api';
import { FormDrawer } from '../../../components/form-drawer';
import { useErrorWords } from '../../../hooks/use-error-words';
import { useTranslate } from '../../../hooks/use-translate';
import { TargetFields } from './target-fields';
import { toTargetUpdate, toTargetValues } from './target-values';

export interface TargetDrawerProps {
  /** Null for a new target. */
  target: PurgeTargetView | null;
  /** All targets. */
  targets: PurgeTargetView[];
  onClose: () => void;
}

/** Adds or changes a target; the server's errors are shown in the form. */
export function TargetDrawer({ target, targets, onClose }: TargetDrawerProps) {
  const t = useTranslate();
  const errorWords = useErrorWords();
  const { toggleNotification } = useNotification();
  const [update, { isLoading }] = useUpdateBridgeSettingsMutation();
  const [values, setValues] = useState(() => toTargetValues(target));
  const [problem, setProblem] = useState<string | null>(null);

  const save = async () => {
    const saved = toTargetUpdate(values);
    const purgeTargets =
      target === null ? [...targets, saved] : targets.map((each) => (each.key === target.key ? saved : each));
    try {
      await update({ purgeTargets }).unwrap();
      toggleNotification({ type: 'success', message: t('commerce-bridge.purging.saved', { name: values.key }) });
      onClose();
    } catch (error) {
      setProblem(errorWords(error));
    }
  };

  return (
    <FormDrawer
      title={
        target === null ? t('commerce-bridge.purging.add') : t('commerce-bridge.purging.edit', { name: target.key })
      }
      problem={problem}
      isSaving={isLoading}
      onSave={() => void save()}
      onClose={onClose}
    >
      <TargetFields
        values={values}
        isNew={target === null}
        hasSecret={target?.secret.isSet ?? false}
        onChange={(changed) => setValues({ ...values, ...changed })}
      />
    </FormDrawer>
  );
}
