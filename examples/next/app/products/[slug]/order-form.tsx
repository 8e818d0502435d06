'use client';

import { useSearchParams } from 'next/navigation';
import { Suspense, useActionState, useState } from 'react';
import { addArticle } from '@/app/cart/actions';
import { PriceTag } from '@/components/price-tag';
import type { PageProduct } from '@/lib/catalog';
import { ModifierField } from './modifier-field';

type Shown = Pick<PageProduct, 'slug' | 'price' | 'options' | 'variants' | 'currency' | 'modifiers'>;

/** Form that adds a variant to the cart. `?variant=` preselects one: offers in lib/json-ld.ts link to it. */
export function OrderForm({ product }: { product: Shown }) {
  return (
    // Prerendered pages have no query.
    <Suspense fallback={<VariantForm product={product} variantId={null} />}>
      <AddressedForm product={product} />
    </Suspense>
  );
}

function AddressedForm({ product }: { product: Shown }) {
  const variantId = Number(useSearchParams().get('variant'));
  return <VariantForm key={variantId} product={product} variantId={variantId} />;
}

function VariantForm({ product, variantId }: { product: Shown; variantId: number | null }) {
  const { slug, options, variants, currency, modifiers } = product;
  const first = variants.find(({ id }) => id === variantId) ?? variants.find(({ in_stock: inStock }) => inStock);
  const [chosen, choose] = useState(() => valuesOf(first ?? variants[0]));
  const [problem, submit, isSending] = useActionState(addArticle, null);
  const variant = variants.find(({ options: values }) =>
    options.every(({ id }) => values?.some((value) => value.id === id && value.value_id === chosen[id])),
  );
  const inStock = variant?.in_stock ?? false;
  // Only the product has a regular price: variants have only the price to pay.
  const regular = options.length === 0 ? product.price : null;
  return (
    <form action={submit}>
      <p className="offer">
        {variant && <PriceTag price={regular} now={variant.price} currency={currency?.code} />}{' '}
        <span role="status">{variant ? (inStock ? 'In stock' : 'Sold out') : 'Not available'}</span>
      </p>
      {problem !== null && <p role="alert">{problem}</p>}
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="variant" value={variant?.id ?? ''} />
      {options.map((option) => (
        <fieldset key={option.id}>
          <legend>{option.name}</legend>
          {option.values.map(({ id, label }) => (
            <label key={id} className="value">
              <input
                type="radio"
                name={`option-${option.id}`}
                value={id}
                checked={chosen[option.id] === id}
                onChange={() => choose({ ...chosen, [option.id]: id })}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {modifiers?.map((modifier) => (
        <ModifierField key={modifier.id} modifier={modifier} currency={currency?.code} />
      ))}
      <div className="buy">
        <label>
          Quantity <input type="number" name="quantity" defaultValue={1} min={1} max={99} required />
        </label>{' '}
        <button disabled={!inStock || isSending}>Add to cart</button>
      </div>
    </form>
  );
}

function valuesOf(variant: Shown['variants'][number] | undefined): Record<number, number> {
  return Object.fromEntries((variant?.options ?? []).map(({ id, value_id: value }) => [id, value]));
}
