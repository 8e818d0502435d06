import { useState } from 'react';
import { Combobox, ComboboxOption } from '@strapi/design-system';
import { useGetTaxonomyQuery, type TaxonomyRequest } from '../../../api/products-api';
import { useDebounced } from '../../../hooks/use-debounced';
import { useTranslate } from '../../../hooks/use-translate';

/** How many options are offered at a time; typing finds the others. */
const offered = 20;
/** Milliseconds without a keystroke before a request is sent. */
const typingPause = 250;

const texts = {
  categories: {
    label: 'commerce-bridge.products.byCategory',
    any: 'commerce-bridge.products.anyCategory',
    none: 'commerce-bridge.products.noCategory',
  },
  brands: {
    label: 'commerce-bridge.products.byBrand',
    any: 'commerce-bridge.products.anyBrand',
    none: 'commerce-bridge.products.noBrand',
  },
} as const;

interface TaxonomyFilterProps {
  kind: TaxonomyRequest['kind'];
  /** Upstream id. */
  selected: number | undefined;
  onChange: (id: string) => void;
}

/** Chooses a category or a brand; the server searches, because there may be thousands. */
export function TaxonomyFilter({ kind, selected, onChange }: TaxonomyFilterProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), typingPause);
  const { data, isFetching } = useGetTaxonomyQuery({ kind, pageSize: offered, ...(search === '' ? {} : { search }) });
  const { data: chosen } = useGetTaxonomyQuery(
    { kind, pageSize: 1, id: selected ?? 0 },
    { skip: selected === undefined },
  );
  const { label, any, none } = texts[kind];

  const found = data?.items ?? [];
  // Until the response, `chosen` is that of the last choice.
  const current = chosen?.items.find(({ id }) => id === selected);
  const items = [...(current === undefined ? [] : [current]), ...found.filter(({ id }) => id !== current?.id)];
  return (
    <Combobox
      size="S"
      aria-label={t(label)}
      placeholder={t(any)}
      clearLabel={t(any)}
      noOptionsMessage={() => t(none)}
      loading={isFetching || search !== typed.trim()}
      loadingMessage={t('commerce-bridge.products.searching')}
      // The choice may also change elsewhere, and its title arrives with a response; the new key makes the combobox read
      // its text again.
      key={current?.id ?? 0}
      value={selected === undefined ? '' : String(selected)}
      onChange={(id) => {
        setTyped('');
        const chosenId = String(id ?? '');
        // `onChange` also fires when the same value is chosen again.
        if (chosenId !== String(selected ?? '')) onChange(chosenId);
      }}
      onClear={() => {
        setTyped('');
        onChange('');
      }}
      onInputChange={(event) => setTyped(event.target.value)}
    >
      {items.map(({ id, title, path }) => (
        <ComboboxOption key={id} value={String(id)} textValue={title}>
          {path === '' ? title : `${title} (${path})`}
        </ComboboxOption>
      ))}
    </Combobox>
  );
}
