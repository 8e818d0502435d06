import type { Metadata } from 'next';
import Link from 'next/link';
import { Suspense } from 'react';
import { linesOf, readCart, shownOption } from '@/lib/cart';
import { formatPrice } from '@/lib/price';
import { readSession } from '@/lib/session';
import { CheckoutForm, LineForm } from './forms';

export const metadata: Metadata = { title: 'Cart', robots: { index: false } };

export default function CartPage() {
  return (
    <>
      <h1>Cart</h1>
      <Suspense fallback={<p role="status">Loading …</p>}>
        <CartContent />
      </Suspense>
    </>
  );
}

async function CartContent() {
  const cart = await readCart(await readSession());
  if (cart === null) return <p>Your cart is empty.</p>;
  return (
    <>
      <ul className="lines">
        {linesOf(cart).map((line) => (
          <li key={line.entityId}>
            <div>
              <strong>{line.name}</strong>
              {line.selectedOptions.map((option) => (
                <div key={option.entityId} className="quiet">
                  {option.name}: {shownOption(option)}
                </div>
              ))}
            </div>
            <LineForm line={line} />
            <span>{formatPrice(line.extendedSalePrice.value, line.extendedSalePrice.currencyCode)}</span>
          </li>
        ))}
      </ul>
      <p className="total">
        Total <strong>{formatPrice(cart.amount.value, cart.amount.currencyCode)}</strong>
      </p>
      <CheckoutForm />
      <p>
        <Link href="/products">Continue shopping</Link>
      </p>
    </>
  );
}
