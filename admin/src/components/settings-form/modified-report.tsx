import { useEffect } from 'react';
import { useForm } from '@strapi/strapi/admin';

/** Inside a form: reports outside whether it has changes. */
export function ModifiedReport({ onChange }: { onChange: (isModified: boolean) => void }) {
  const isModified = useForm('ModifiedReport', (form) => form.modified);
  useEffect(() => onChange(isModified), [isModified, onChange]);
  return null;
}
