import { actions } from 'astro:actions';
import { useState } from 'preact/hooks';
import { formatPrice } from '../lib/price';
import type { ShownCart } from '../lib/session';

/** The cart, updated in place; the cart itself is stored by the store. */
export default function Cart({ initial }: { initial: ShownCart | null }) {
  const [cart, show] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function run(work: () => Promise<string | undefined>) {
    setBusy(true);
    setProblem((await work()) ?? null);
    setBusy(false);
  }
  const change = (lineId: string, quantity: number) =>
    run(async () => {
      const { data, error } = await actions.changeLine({ lineId, quantity });
      if (!error) show(data);
      return error?.message;
    });
  const checkOut = () =>
    run(async () => {
      const { data, error } = await actions.checkOut();
      if (data !== undefined) window.location.assign(data);
      return error?.message;
    });

  if (cart === null) return <p role="status">Your cart is empty.</p>;
  return (
    <div aria-busy={isBusy}>
      {problem !== null && <p role="alert">{problem}</p>}
      <ul class="lines">
        {cart.lines.map((line) => (
          <li key={line.id}>
            <div>
              <strong>{line.name}</strong>
              {line.options.map(({ id, name, value }) => (
                <div key={id} class="quiet">
                  {name}: {value}
                </div>
              ))}
            </div>
            <div>
              <input
                type="number"
                aria-label={`Quantity of ${line.name}`}
                value={line.quantity}
                min={1}
                max={99}
                disabled={isBusy}
                onChange={({ currentTarget: field }) =>
                  field.reportValidity() && void change(line.id, field.valueAsNumber)
                }
              />{' '}
              <button
                class="quiet-button"
                disabled={isBusy}
                aria-label={`Remove ${line.name}`}
                onClick={() => void change(line.id, 0)}
              >
                Remove
              </button>
            </div>
            <span>{formatPrice(line.price.value, line.price.currencyCode)}</span>
          </li>
        ))}
      </ul>
      <p>
        Total <strong data-total>{formatPrice(cart.total.value, cart.total.currencyCode)}</strong>
      </p>
      <button disabled={isBusy} onClick={() => void checkOut()}>
        Checkout
      </button>
    </div>
  );
}
