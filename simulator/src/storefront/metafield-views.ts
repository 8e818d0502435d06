import type { MetafieldResource } from '../markets/model';
import { connection, type PageArguments } from './connection';
import { globalId, type Session, type View } from './session';

type MetafieldArguments = PageArguments & { readonly namespace: string; readonly keys?: string[] };

/** Metafields of one namespace; those that are not for the storefront are missing without an error (upstream 20.11). */
export function metafieldsOf(
  session: Session,
  resource: MetafieldResource,
  id: number,
): (asked: MetafieldArguments) => View {
  return (asked) => {
    const { namespace, keys = [] } = asked;
    const shown = session.store.markets.metafields.onStorefront(resource, id, { namespace, keys });
    return connection(shown, asked, {
      present: (each) => ({
        id: globalId('Metafields', each.id),
        entityId: each.id,
        key: each.key,
        value: each.value,
        description: each.description,
      }),
    });
  };
}
