import { Button, Flex, LinkButton, Loader } from '@strapi/design-system';
import { ExternalLink, Pencil } from '@strapi/icons';
import { Link } from 'react-router-dom';
import type { ReactNode } from 'react';
import type { ProductDetail } from '../../../../../contracts/admin/products';
import { readApiError } from '../../../api/api-error';
import { useGetProductQuery } from '../../../api/products-api';
import { Drawer } from '../../../components/drawer';
import { Notice } from '../../../components/notice';
import { useAllowed } from '../../../hooks/use-allowed';
import { useErrorWords } from '../../../hooks/use-error-words';
import { useTranslate } from '../../../hooks/use-translate';
import { readProduct } from '../../../permissions';
import { FetchButton } from './no-products';
import { ProductPanels } from './product-panels';
import { ProductSummary } from './product-summary';
import { ResyncButton } from './resync-button';

const contentType = 'plugin::commerce-bridge.product';

interface ProductDrawerProps {
  id: number;
  /** The further market that the list shows. */
  market: string | undefined;
  onClose: () => void;
}

/** Details of one product: the cached data, the store's current data, the changes, and the actions. */
export function ProductDrawer({ id, market, onClose }: ProductDrawerProps) {
  const t = useTranslate();
  const { data, error, refetch } = useGetProductQuery(id, { refetchOnMountOrArgChange: true });
  const name = t('commerce-bridge.product.id', { id: String(id) });
  // If the product has been removed, `data` still has the last response, which is no longer valid.
  const detail = error === undefined ? data : undefined;
  return (
    <Drawer title={detail?.fields.title ?? name} onClose={onClose} footer={detail && <Actions detail={detail} />}>
      {detail === undefined ? (
        <MissingProduct id={id} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loaded detail={detail} market={market} />
      )}
    </Drawer>
  );
}

function Loaded({ detail, market }: { detail: ProductDetail; market: string | undefined }) {
  return (
    <Flex direction="column" alignItems="stretch" gap={6}>
      <ProductSummary detail={detail} />
      <ProductPanels detail={detail} market={market} />
    </Flex>
  );
}

function MissingProduct({ id, error, onRetry }: { id: number; error: unknown; onRetry: () => void }): ReactNode {
  const t = useTranslate();
  const words = useErrorWords();
  if (error === undefined) {
    return (
      <Flex justifyContent="center" padding={8}>
        <Loader>{t('commerce-bridge.product.loading')}</Loader>
      </Flex>
    );
  }
  const { status } = readApiError(error);
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Notice
        tone={status === 404 ? 'warning' : 'danger'}
        title={t(status === 404 ? 'commerce-bridge.product.absent' : 'commerce-bridge.product.notLoaded')}
      >
        {words(error)}
      </Notice>
      <Flex gap={2} wrap="wrap">
        {status === 404 ? <FetchButton id={id} onFetched={onRetry} /> : null}
        <Button variant="tertiary" onClick={onRetry}>
          {t('commerce-bridge.error.retry')}
        </Button>
      </Flex>
    </Flex>
  );
}

function Actions({ detail: { id, documentId, fields, links } }: { detail: ProductDetail }) {
  const t = useTranslate();
  const { allowed: mayOpen } = useAllowed(readProduct);
  return (
    <Flex gap={1} wrap="wrap">
      <ResyncButton id={id} title={fields.title} />
      {mayOpen ? (
        <LinkButton
          tag={Link}
          to={`/content-manager/collection-types/${contentType}/${documentId}`}
          size="S"
          variant="tertiary"
          startIcon={<Pencil />}
        >
          {t('commerce-bridge.product.openInManager')}
        </LinkButton>
      ) : null}
      <OutsideLink href={links.upstream}>{t('commerce-bridge.product.openUpstream')}</OutsideLink>
      <OutsideLink href={links.site}>{t('commerce-bridge.product.openOnSite')}</OutsideLink>
    </Flex>
  );
}

function OutsideLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return null;
  return (
    <LinkButton
      tag="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      size="S"
      variant="tertiary"
      startIcon={<ExternalLink />}
    >
      {children}
    </LinkButton>
  );
}
