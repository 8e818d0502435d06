'use client';

import { useActionState } from 'react';
import { checkOut, updateLine } from './actions';

/** Form for the quantity of a line. */
export function LineForm({ line }: { line: { id: string; name: string; quantity: number } }) {
  const [problem, submit, isSending] = useActionState(updateLine, null);
  return (
    <div>
      <form action={submit}>
        <input type="hidden" name="line" value={line.id} />
        <input
          type="number"
          name="quantity"
          aria-label={`Quantity of ${line.name}`}
          key={line.quantity}
          defaultValue={line.quantity}
          min={0}
          max={99}
          required
        />{' '}
        <button className="quiet-button" disabled={isSending}>
          Update
        </button>
      </form>
      <form action={submit}>
        <input type="hidden" name="line" value={line.id} />
        <input type="hidden" name="quantity" value={0} />
        <button className="quiet-button" disabled={isSending} aria-label={`Remove ${line.name}`}>
          Remove
        </button>
      </form>
      {problem !== null && <p role="alert">{problem}</p>}
    </div>
  );
}

/** Leads to the store's own checkout. */
export function CheckoutForm() {
  const [problem, submit, isSending] = useActionState(checkOut, null);
  return (
    <form action={submit}>
      {problem !== null && <p role="alert">{problem}</p>}
      <button disabled={isSending}>Checkout</button>
    </form>
  );
}
