import { useEffect, useState } from 'react';
import { Combobox, ComboboxOption } from '@strapi/design-system';
import type { ListedProduct } from '../../../contracts/admin/products';
import { useSearchProductsToChooseQuery } from '../api/product-choice-api';
import { useDebounced } from '../hooks/use-debounced';
import { useErrorWords } from '../hooks/use-error-words';
import { useTranslate } from '../hooks/use-translate';
import { ProductLine } from './product-line';

export interface ProductSearchProps {
  /** Products that are not offered. */
  chosen: readonly number[];
  onChoose: (product: ListedProduct) => void;
  disabled: boolean;
}

/** Milliseconds without a key before the server is asked. */
const typingPause = 250;
// Beyond a hundred options the design system draws a window of them that takes each for a line of text.
const mostPages = 5;

/** A combobox that searches the catalog as one types, and loads more as one scrolls. */
export function ProductSearch({ chosen, onChoose, disabled }: ProductSearchProps) {
  const t = useTranslate();
  const words = useErrorWords();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const search = useDebounced(text.trim(), typingPause);
  const [asked, setAsked] = useState({ search: '', page: 1 });
  const request = asked.search === search ? asked : { search, page: 1 };
  const { currentData, isFetching, error } = useSearchProductsToChooseQuery(request, { skip: !isOpen });
  const offered = (currentData?.products ?? []).filter(({ id }) => !chosen.includes(id));
  const isCurrent = currentData !== undefined && search === text.trim();
  const [isAwaited, setIsAwaited] = useState(false);

  const choose = (value?: string) => {
    const product = offered.find(({ id }) => String(id) === value);
    if (product === undefined) return;
    onChoose(product);
    setText('');
  };
  const chooseNamed = () => {
    const product = named(offered, text);
    if (product === undefined) return;
    choose(String(product.id));
    setIsOpen(false);
  };

  // Who types or scans a title is faster than the search.
  useEffect(() => {
    if (!isAwaited || !isCurrent) return;
    setIsAwaited(false);
    chooseNamed();
  });

  return (
    <Combobox
      autocomplete="none"
      // Always a new choice: what is chosen already is shown below.
      value=""
      textValue={text}
      // The combobox would put what was chosen here; the field stays empty for the next search.
      onTextValueChange={(next) => (next === '' ? setText('') : undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !isOpen || hasHighlight(event.currentTarget)) return;
        event.preventDefault();
        if (isCurrent) chooseNamed();
        else setIsAwaited(text.trim() !== '');
      }}
      onInputChange={(event) => {
        setText(event.currentTarget.value);
        setIsAwaited(false);
      }}
      onChange={choose}
      onOpenChange={(opens) => {
        setIsOpen(opens);
        setIsAwaited(false);
        setAsked({ search, page: 1 });
      }}
      open={isOpen}
      disabled={disabled}
      placeholder={t('commerce-bridge.field.placeholder')}
      loading={isOpen && isFetching}
      loadingMessage={t('commerce-bridge.field.loading')}
      noOptionsMessage={() => (error === undefined ? t('commerce-bridge.field.none') : words(error))}
      hasMoreItems={currentData !== undefined && request.page < Math.min(currentData.pages, mostPages)}
      onLoadMore={() => setAsked({ search, page: request.page + 1 })}
    >
      {offered.map((product) => (
        <ComboboxOption key={product.id} value={String(product.id)} textValue={product.title}>
          <ProductLine
            product={product}
            currency={currentData?.currency ?? null}
            markets={currentData?.markets ?? []}
          />
        </ComboboxOption>
      ))}
    </Combobox>
  );
}

/** Whether an option is highlighted. The combobox goes on naming one that another search has taken away, and would choose nothing. */
function hasHighlight(input: HTMLInputElement): boolean {
  const id = input.getAttribute('aria-activedescendant');
  return id !== null && document.getElementById(id) !== null;
}

/** The product that is meant by what was typed: the one of that title, or the only one that was found. */
function named(offered: readonly ListedProduct[], text: string): ListedProduct | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return undefined;
  return offered.find(({ title }) => title.toLowerCase() === wanted) ?? (offered.length === 1 ? offered[0] : undefined);
}
