import { useEffect, useState } from 'react';
import { Flex, Searchbar, SearchForm } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { ProductsRequest } from '../../../api/products-api';
import { useTranslate } from '../../../hooks/use-translate';
import { Choice } from './choice';
import type { ProductsQuery } from './products-query';
import { TaxonomyFilter } from './taxonomy-filter';

export interface ProductFiltersProps {
  request: ProductsRequest;
  onChange: (change: ProductsQuery) => void;
}

/** Filters the list by text, category, brand, status, and stock. */
export function ProductFilters({ request, onChange }: ProductFiltersProps) {
  const t = useTranslate();
  return (
    <Flex gap={2} wrap="wrap" alignItems="center">
      <SearchField value={request.search ?? ''} onChange={(_q) => onChange({ _q })} />
      <TaxonomyFilter kind="categories" selected={request.category} onChange={(category) => onChange({ category })} />
      <TaxonomyFilter kind="brands" selected={request.brand} onChange={(brand) => onChange({ brand })} />
      {request.market === undefined ? (
        <Choice
          label={t('commerce-bridge.products.byStatus')}
          any={t('commerce-bridge.products.anyStatus')}
          value={request.status}
          options={{
            publish: t('commerce-bridge.product.publish'),
            draft: t('commerce-bridge.product.draft'),
            withdrawn: t('commerce-bridge.product.withdrawn'),
          }}
          onChange={(status) => onChange({ status })}
        />
      ) : null}
      <Choice
        label={t('commerce-bridge.products.byStock')}
        any={t('commerce-bridge.products.anyStock')}
        value={request.stock}
        options={{ in: t('commerce-bridge.product.inStock'), out: t('commerce-bridge.product.outOfStock') }}
        onChange={(stock) => onChange({ stock })}
      />
    </Flex>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslate();
  const [text, setText] = useState(value);
  // The URL may also be changed from elsewhere.
  useEffect(() => setText(value), [value]);
  return (
    <WideSearch
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim());
      }}
    >
      <Searchbar
        name="search"
        size="S"
        value={text}
        placeholder={t('commerce-bridge.products.search.placeholder')}
        clearLabel={t('commerce-bridge.products.search.clear')}
        onChange={(event) => setText(event.target.value)}
        onClear={() => {
          setText('');
          onChange('');
        }}
      >
        {t('commerce-bridge.products.search')}
      </Searchbar>
    </WideSearch>
  );
}

// Otherwise, the placeholder, which lists the searched fields, would be cut off.
const WideSearch = styled(SearchForm)`
  flex: 1 1 32rem;
`;
