import { useEffect, useRef } from 'react';
import { useForm } from '@strapi/strapi/admin';
import { type RecordPlace, useReloadEntryMutation } from '../api/records-api';

/**
 * Reloads an entry without discarding what is typed into its form meanwhile: at once if the form is unmodified, otherwise
 * as soon as its changes are saved or undone, or it is closed.
 */
export function useCarefulReload({ model, documentId }: RecordPlace) {
  const isModified = useForm('UpstreamPanel', (form) => form.modified);
  const [reloadEntry] = useReloadEntryMutation();
  const form = useRef({ isModified, isOutdated: false });

  useEffect(() => {
    const current = form.current;
    current.isModified = isModified;
    return () => {
      current.isModified = false;
      if (isModified && current.isOutdated) void reloadEntry({ model, documentId });
      current.isOutdated = false;
    };
  }, [isModified, reloadEntry, model, documentId]);

  return {
    isModified,
    /** @returns whether the entry is reloaded at once */
    reload: (): boolean => {
      const { isModified: isEdited } = form.current;
      if (isEdited) form.current.isOutdated = true;
      else void reloadEntry({ model, documentId });
      return !isEdited;
    },
  };
}
