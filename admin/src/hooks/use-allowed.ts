import { useMemo } from 'react';
import { useRBAC } from '@strapi/strapi/admin';

/**
 * Whether the administrator's roles hold a permission; false until known.
 * One at a time, since Strapi names its answers by the last word of the action: `settings.read` and `catalog.read`
 * would both be `canRead`.
 */
export function useAllowed(permission: { action: string; subject: string | null }): { allowed: boolean; isLoading: boolean } {
  const asked = useMemo(() => [permission], [permission]);
  const { allowedActions, isLoading } = useRBAC(asked);
  return { allowed: Object.values(allowedActions).some(Boolean), isLoading };
}
