import { Tbody, Th, Thead, Tr, Typography, VisuallyHidden } from '@strapi/design-system';
import { CaretDown, CaretUp } from '@strapi/icons';
import { styled } from 'styled-components';
import type { ProductList, ProductOrder } from '../../../../../contracts/admin/products';
import type { ProductsRequest } from '../../../api/products-api';
import { ListPaging } from '../../../components/list-paging';
import { CompactCells } from '../../../components/compact-cells';
import { NavigableTable } from '../../../components/navigable-table';
import type { CellPlace } from '../../../components/table-places';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { ProductRow } from './product-row';

const columns: { heading: TranslationKey; order: ProductOrder | null }[] = [
  { heading: 'commerce-bridge.product.title', order: 'title' },
  { heading: 'commerce-bridge.product.calculatedPrice', order: 'price' },
  { heading: 'commerce-bridge.product.stock', order: null },
  { heading: 'commerce-bridge.product.publicationStatus', order: null },
  { heading: 'commerce-bridge.product.writtenAt', order: 'synced' },
];

export interface ProductsTableProps {
  list: ProductList;
  request: ProductsRequest;
  onOpen: (id: number) => void;
  /** For example `title:ASC`. */
  onSort: (sort: string) => void;
}

/** One page of products, sorted and paged by the server. */
export function ProductsTable({
  list: { products, total, pages, currency, markets = [] },
  request,
  onOpen,
  onSort,
}: ProductsTableProps) {
  const t = useTranslate();
  return (
    <CompactCells>
      <NavigableTable
        colCount={columns.length + 1}
        rowCount={products.length + 1}
        aria-label={t('commerce-bridge.products.title')}
      >
        <Thead>
          <Tr>
            <Th>
              <VisuallyHidden>{t('commerce-bridge.product.images')}</VisuallyHidden>
            </Th>
            {columns.map(({ heading, order }) =>
              order === null ? (
                <Th key={heading}>
                  <Heading>{t(heading)}</Heading>
                </Th>
              ) : (
                <SortedHeading key={heading} heading={heading} order={order} request={request} onSort={onSort} />
              ),
            )}
          </Tr>
        </Thead>
        <Tbody>
          {products.map((product) => (
            <ProductRow
              key={product.id}
              product={product}
              currency={currency}
              market={request.market}
              markets={markets}
              onOpen={onOpen}
            />
          ))}
        </Tbody>
      </NavigableTable>
      <ListPaging pages={pages} total={total} defaultPageSize={20} />
    </CompactCells>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Typography variant="sigma" textColor="neutral600">
      {children}
    </Typography>
  );
}

interface SortedHeadingProps extends CellPlace, Pick<ProductsTableProps, 'request' | 'onSort'> {
  heading: TranslationKey;
  order: ProductOrder;
}

function SortedHeading({ heading, order, request, onSort, ...place }: SortedHeadingProps) {
  const t = useTranslate();
  const isSorted = request.sort === order;
  const isUp = request.direction === 'asc';
  // Sorted by time, the newest come first.
  const next = isSorted ? (isUp ? 'DESC' : 'ASC') : order === 'synced' ? 'DESC' : 'ASC';
  const Caret = isUp ? CaretUp : CaretDown;
  return (
    <Th {...place} role="columnheader" aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <SortButton type="button" onClick={() => onSort(`${order}:${next}`)}>
        <Heading>{t(heading)}</Heading>
        {isSorted ? <Caret width="1rem" height="1rem" fill="neutral600" aria-hidden /> : null}
      </SortButton>
    </Th>
  );
}

const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.spaces[1]};
  padding: 0;
  cursor: pointer;
`;
