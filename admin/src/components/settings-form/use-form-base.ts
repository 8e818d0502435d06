import { useState } from 'react';
import type { SettingsView } from '../../../../contracts/admin/settings';

export interface FormBase {
  /** Stays the same while the form has changes, which Strapi's form would discard for new initial values. */
  base: SettingsView;
  setBase: (settings: SettingsView) => void;
  /** To be reported by a `ModifiedReport` in the form. */
  setIsModified: (isModified: boolean) => void;
}

/** The settings that a form's changes are relative to. */
export function useFormBase(settings: SettingsView): FormBase {
  const [isModified, setIsModified] = useState(false);
  const [base, setBase] = useState(settings);
  if (!isModified && base !== settings) setBase(settings);
  return { base, setBase, setIsModified };
}
