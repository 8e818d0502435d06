import { Button, LinkButton } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { Link } from 'react-router-dom';
import { useResyncProductMutation, type ProductsRequest } from '../../../api/products-api';
import { EmptyState } from '../../../components/empty-state';
import { useAllowed } from '../../../hooks/use-allowed';
import { useHasSynced } from '../../../hooks/use-has-synced';
import { useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { pluginId } from '../../../plugin-id';
import { isFiltered, readId } from './products-query';
import { resyncOutcomes } from './product-texts';

interface NoProductsProps {
  request: ProductsRequest;
  onFetched: (id: number) => void;
  /** Clears the search and all filters. */
  onClear: () => void;
}

/** Shown in place of an empty list: why there are no products, and what to do. */
export function NoProducts({ request, onFetched, onClear }: NoProductsProps) {
  const t = useTranslate();
  if (!isFiltered(request)) return request.market === undefined ? <NothingImported /> : <NothingSold />;
  const id = readId(request.search);
  return (
    <EmptyState
      text={t('commerce-bridge.products.noneMatching')}
      action={
        id === null ? (
          <Button variant="secondary" onClick={onClear}>
            {t('commerce-bridge.filters.clear')}
          </Button>
        ) : (
          <FetchButton id={id} onFetched={onFetched} />
        )
      }
    />
  );
}

function NothingImported() {
  const t = useTranslate();
  const settings = useAllowed(permissions.readSettings);
  const needsGuide = useHasSynced() === false && settings.allowed;
  return (
    <EmptyState
      text={t('commerce-bridge.products.none')}
      action={
        <LinkButton tag={Link} to={`/plugins/${pluginId}/${needsGuide ? 'setup' : 'runs'}`}>
          {t(needsGuide ? 'commerce-bridge.setup.open' : 'commerce-bridge.products.none.action')}
        </LinkButton>
      }
    />
  );
}

/** For a further market, which is only listed once it has been read. */
function NothingSold() {
  const t = useTranslate();
  const { allowed } = useAllowed(permissions.readSettings);
  const action = allowed && (
    <LinkButton tag={Link} to={`/settings/${pluginId}/markets`}>
      {t('commerce-bridge.products.noneInMarket.action')}
    </LinkButton>
  );
  return <EmptyState text={t('commerce-bridge.products.noneInMarket')} {...(action && { action })} />;
}

/** For a search by id: fetches a product that the store may have but this site does not have yet. */
export function FetchButton({ id, onFetched }: { id: number; onFetched: (id: number) => void }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
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
    <Button
      variant="secondary"
      startIcon={<ArrowClockwise />}
      loading={isLoading}
      onClick={() => notifyOutcome(fetchNow)}
    >
      {t('commerce-bridge.products.fetch', { id: String(id) })}
    </Button>
  );
}
