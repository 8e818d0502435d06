import { useAuth } from '@strapi/strapi/admin';

/**
 * Whether the administrator's roles hold a permission; false until known.
 * Told at once, unlike by Strapi's `useRBAC`: that asks once, when a page is made, and a menu that was made before the
 * permissions had come stayed empty.
 */
export function useAllowed({ action, subject }: { action: string; subject: string | null }): {
  allowed: boolean;
  isLoading: boolean;
} {
  const allowed = useAuth('useAllowed', ({ permissions: held }) =>
    held.some((permission) => permission.action === action && (permission.subject ?? null) === subject),
  );
  const isLoading = useAuth('useAllowed', (state) => state.isLoading);
  return { allowed, isLoading };
}
