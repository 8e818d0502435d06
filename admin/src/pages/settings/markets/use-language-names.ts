import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** Names a language by its code in the administrator's language, followed by the code, for example “French (fr)”. */
export function useLanguageNames(): (code: string) => string {
  const { formatDisplayName } = useIntl();
  return useCallback(
    (code) => {
      const name = formatDisplayName(code.replaceAll('_', '-'), { type: 'language' });
      return name === undefined || name === code ? code : `${name} (${code})`;
    },
    [formatDisplayName],
  );
}
