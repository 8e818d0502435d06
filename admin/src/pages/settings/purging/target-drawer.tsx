import { useState } from 'react';
import { useNotification } from '@strapi/strapi/admin';
import type { PurgeTargetView } from '../../../../../contracts/admin/purging';
import { FormDrawer } from '../../../components/form-drawer';
import { useErrorWords } from '../../../hooks/use-error-words';
import { useTranslate } from '../../../hooks/use-translate';
import { TargetFields } from './target-fields';
import { toTargetUpdate, toTargetValues } from './target-values';
import { useSaveTarget } from './use-save-target';

export interface TargetDrawerProps {
  /** Null for a new target. */
  target: PurgeTargetView | null;
  onClose: () => void;
}

/** Adds or changes a target; the server's errors are shown in the form. */
export function TargetDrawer({ target, onClose }: TargetDrawerProps) {
  const t = useTranslate();
  const errorWords = useErrorWords();
  const { toggleNotification } = useNotification();
  const { save: saveTarget, isSaving } = useSaveTarget();
  const [values, setValues] = useState(() => toTargetValues(target));
  const [problem, setProblem] = useState<string | null>(null);

  const save = async () => {
    try {
      if ((await saveTarget({ from: target, to: toTargetUpdate(values) })) === 'overtaken') {
        setProblem(t('commerce-bridge.purging.overtaken'));
        return;
      }
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
      isSaving={isSaving}
      onSave={() => void save()}
      onClose={onClose}
    >
      <TargetFields
        values={values}
        isNew={target === null}
        stored={target?.secret ?? null}
        onChange={(changed) => setValues({ ...values, ...changed })}
      />
    </FormDrawer>
  );
}
