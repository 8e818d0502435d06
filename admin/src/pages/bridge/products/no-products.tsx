import { Button, EmptyStateLayout } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { Link } from 'react-router-dom';
import type { ReactNode } from 'react';
import { useResyncProductMutation, type ProductsRequest } from '../../../api/products-api';
import { useAllowed } from '../../../hooks/use-allowed';
import { useTell } from '../../../hooks/use-tell';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { pluginId } from '../../../plugin-id';
import { isFiltered, readId } from './products-query';
import { resyncOutcomes } from './product-texts';

interface NoProductsProps {
  request: ProductsRequest;
  onFetched: (id: number) => void;
}

/** In place of a list without products: why there is none, and what can be done. */
export function NoProducts({ request, onFetched }: NoProductsProps) {
  const t = useTranslate();
  if (!isFiltered(request)) {
    return (
      <Empty text={t('commerce-bridge.products.none')}>
        <Link to={`/plugins/${pluginId}/runs`}>{t('commerce-bridge.products.none.action')}</Link>
      </Empty>
    );
  }
  const id = readId(request.search);
  return (
    <Empty text={t('commerce-bridge.products.noneMatching')}>
      {id === null ? null : <FetchButton id={id} onFetched={onFetched} />}
    </Empty>
  );
}

function Empty({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="status">
      <EmptyStateLayout content={text} action={children} shadow={undefined} />
    </div>
  );
}

/** Somebody looks for a product by its id: the store may have it, and this site not yet. */
function FetchButton({ id, onFetched }: { id: number; onFetched: (id: number) => void }) {
  const t = useTranslate();
  const tell = useTell();
  const { allowed } = useAllowed(permissions.runSync);
  const [resync, { isLoading }] = useResyncProductMutation();
  if (!allowed) return null;

  const fetchNow = async () => {
    const { outcome, reason } = await resync(id).unwrap();
    if (outcome === 'created' || outcome === 'unchanged' || outcome === 'updated') onFetched(id);
    const { text, type } = resyncOutcomes[outcome];
    return { type, message: t(text, { id: String(id), reason: reason ?? '' }) };
  };
  return (
    <Button variant="secondary" startIcon={<ArrowClockwise />} loading={isLoading} onClick={() => tell(fetchNow)}>
      {t('commerce-bridge.products.fetch', { id: String(id) })}
    </Button>
  );
}
