import { useAuth } from '@strapi/strapi/admin';
import { permissions, readProduct } from '../permissions';

/**
 * Whether the administrator's roles have a permission without conditions, as the server requires; false until known.
 * Strapi's `useRBAC` checks only once, when a component mounts: a menu that mounted before the permissions had been
 * loaded stayed empty.
 */
export function useAllowed({ action, subject }: { action: string; subject: string | null }): {
  allowed: boolean;
  isLoading: boolean;
} {
  const allowed = useAuth('useAllowed', ({ permissions: held }) =>
    held.some(
      (permission) =>
        permission.action === action &&
        (permission.subject ?? null) === subject &&
        (permission.conditions ?? []).length === 0,
    ),
  );
  const isLoading = useAuth('useAllowed', (state) => state.isLoading);
  return { allowed, isLoading };
}

/** Whether the administrator may pick products: may view the catalog, or read products in the Content Manager. */
export function useMayPick(): { allowed: boolean; isLoading: boolean } {
  const { allowed: seesCatalog, isLoading } = useAllowed(permissions.readCatalog);
  const { allowed: readsProducts } = useAllowed(readProduct);
  return { allowed: seesCatalog || readsProducts, isLoading };
}
