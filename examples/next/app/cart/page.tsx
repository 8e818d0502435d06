import type { Metadata } from 'next';
import Link from 'next/link';
import { Suspense } from 'react';
import { ownCart } from '@/lib/cart';
import { formatPrice } from '@/lib/price';
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
  const cart = await (await ownCart()).read();
  if (cart === null) return <p>Your cart is empty.</p>;
  return (
    <>
      <ul className="lines">
        {cart.lines.map((line) => (
          <li key={line.id}>
            <div>
              <strong>{line.name}</strong>
              {line.options.map(({ id, name, value }) => (
                <div key={id} className="quiet">
                  {name}: {value}
                </div>
              ))}
            </div>
            <LineForm line={{ id: line.id, name: line.name, quantity: line.quantity }} />
            <span>{formatPrice(line.price.value, line.price.currencyCode)}</span>
          </li>
        ))}
      </ul>
      <p className="total">
        Total <strong>{formatPrice(cart.total.value, cart.total.currencyCode)}</strong>
      </p>
      <CheckoutForm />
      <p>
        <Link href="/products">Continue shopping</Link>
      </p>
    </>
  );
}
