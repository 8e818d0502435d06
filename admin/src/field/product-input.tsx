import { forwardRef, useRef, useState, type ReactNode } from 'react';
import { useField } from '@strapi/strapi/admin';
import { Field, Flex, Typography, VisuallyHidden } from '@strapi/design-system';
import type { ListedProduct, NamedMarket } from '../../../contracts/admin/products';
import { useGetChosenProductsQuery } from '../api/product-choice-api';
import { useMayPick } from '../hooks/use-allowed';
import { useErrorWords } from '../hooks/use-error-words';
import { useTranslate } from '../hooks/use-translate';
import { idsOf, largestChoice, moved, valueOf } from './choice';
import { ChosenProducts } from './chosen-products';
import { ProductLine, UnknownProductLine } from './product-line';
import { ProductSearch } from './product-search';

/** The props that the Content Manager passes to an input, as far as they are used here. */
export interface ProductInputProps {
  name: string;
  label?: ReactNode;
  hint?: ReactNode;
  labelAction?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  attribute?: { options?: { multiple?: boolean } };
}

/** The input of the custom field "Commerce product": the chosen products, and a search to choose more. */
export const ProductInput = forwardRef<HTMLDivElement, ProductInputProps>(function ProductInput(props, ref) {
  const { name, label, hint, labelAction, required = false, disabled = false, attribute } = props;
  const t = useTranslate();
  const field = useField<unknown>(name);
  const isMultiple = attribute?.options?.multiple === true;
  const ids = isMultiple ? idsOf(field.value) : idsOf(field.value).slice(0, 1);
  const { allowed, isLoading } = useMayPick();
  const catalog = useChosen(ids, allowed);
  const [said, setSaid] = useState('');
  const frame = useRef<HTMLDivElement>(null);

  const nameOf = (id: number) =>
    catalog.products.get(id)?.title ?? t('commerce-bridge.field.number', { id: String(id) });
  const store = (next: readonly number[], message: string) => {
    field.onChange(name, valueOf(next, isMultiple));
    setSaid(message);
  };
  // The pressed button may be removed or disabled after the next render.
  const focus = (selectors: string[]) =>
    requestAnimationFrame(() => {
      const found = selectors
        .map((selector) => frame.current?.querySelector<HTMLElement>(selector))
        .find((element) => element && !element.matches(':disabled, [aria-disabled="true"]'));
      found?.focus();
    });

  const choose = (product: ListedProduct) => {
    catalog.remember(product);
    store(
      isMultiple ? [...ids, product.id] : [product.id],
      t('commerce-bridge.field.said.added', { name: product.title }),
    );
  };
  const move = (from: number, to: number) => {
    const id = ids[from];
    if (id === undefined || to === from) return;
    store(
      moved(ids, { from, to }),
      t('commerce-bridge.field.said.moved', { name: nameOf(id), place: to + 1, count: ids.length }),
    );
    const steps = to < from ? ['up', 'down'] : ['down', 'up'];
    focus(steps.map((step) => `[data-product="${id}"] [data-step="${step}"]`));
  };
  const remove = (place: number) => {
    const id = ids[place];
    if (id === undefined) return;
    store(
      ids.filter((_, other) => other !== place),
      t('commerce-bridge.field.said.removed', { name: nameOf(id) }),
    );
    const neighbor = ids[place + 1] ?? ids[place - 1];
    focus([
      ...(neighbor === undefined ? [] : [`[data-product="${neighbor}"] [data-step="remove"]`]),
      '[role="combobox"]',
    ]);
  };

  const isFull = isMultiple && ids.length >= largestChoice;
  return (
    <Field.Root
      name={name}
      hint={hint}
      {...(field.error !== undefined && { error: field.error })}
      required={required}
      ref={ref}
    >
      <Flex ref={frame} data-testid="commerce-bridge-field" direction="column" alignItems="stretch" gap={2}>
        <Field.Label action={labelAction}>{label}</Field.Label>
        {allowed || isLoading ? (
          <ProductSearch chosen={ids} onChoose={choose} disabled={disabled || isLoading || isFull} />
        ) : (
          <Remark>{t('commerce-bridge.field.noPermission')}</Remark>
        )}
        {isFull ? <Remark>{t('commerce-bridge.field.full', { count: largestChoice })}</Remark> : null}
        {catalog.failure === null ? null : <Remark>{catalog.failure}</Remark>}
        <ChosenProducts
          products={ids.map((id) => ({ id, name: nameOf(id), line: <Chosen id={id} catalog={catalog} /> }))}
          isSortable={isMultiple}
          disabled={disabled}
          onMove={move}
          onRemove={remove}
        />
        <VisuallyHidden>
          <span role="status">{said}</span>
        </VisuallyHidden>
        <Field.Hint />
        <Field.Error />
      </Flex>
    </Field.Root>
  );
});

function Chosen({ id, catalog }: { id: number; catalog: ChosenCatalog }) {
  const product = catalog.products.get(id);
  if (product !== undefined)
    return <ProductLine product={product} currency={catalog.currency} markets={catalog.markets} />;
  return <UnknownProductLine id={id} isMissing={catalog.isComplete} />;
}

interface ChosenCatalog {
  products: ReadonlyMap<number, ListedProduct>;
  currency: string | null;
  /** The site's further markets. */
  markets: readonly NamedMarket[];
  /** Whether the server has responded for all chosen products: one that is not in `products` does not exist. */
  isComplete: boolean;
  /** Why the products could not be loaded; null otherwise. */
  failure: string | null;
  /** Keeps a product that was just chosen, so that it is shown before the server responds. */
  remember: (product: ListedProduct) => void;
}

/** The chosen products as they are in the catalog now. */
function useChosen(ids: readonly number[], allowed: boolean): ChosenCatalog {
  const words = useErrorWords();
  const [picked, setPicked] = useState<ReadonlyMap<number, ListedProduct>>(new Map());
  // Sorted, so that reordering does not send another request.
  const asked = [...ids].sort((one, other) => one - other);
  const { data, isSuccess, isFetching, error } = useGetChosenProductsQuery(asked, {
    skip: !allowed || ids.length === 0,
    refetchOnMountOrArgChange: true,
  });
  return {
    products: new Map([...picked, ...(data?.products ?? []).map((product) => [product.id, product] as const)]),
    currency: data?.currency ?? null,
    markets: data?.markets ?? [],
    isComplete: isSuccess && !isFetching,
    failure: error === undefined ? null : words(error),
    remember: (product) => setPicked((known) => new Map([...known, [product.id, product]])),
  };
}

function Remark({ children }: { children: string }) {
  return (
    <Typography variant="pi" textColor="neutral600">
      {children}
    </Typography>
  );
}
