import { need } from './access';
import { cartNotFound, missingCustomerToken } from './failures';
import { cartView } from './cart-views';
import { redirectUrls } from './hand-off';
import type { LineInput } from './model';
import type { Session, View } from './session';

interface LinesInput {
  readonly lineItems?: LineInput[] | null;
}

interface Versioned {
  readonly version?: number | null;
}

/** `Mutation.cart` (upstream 5.5). */
export function cartMutations(session: Session): View {
  const { carts } = session;
  return {
    createCart: ({ input }: { input: LinesInput & { currencyCode?: string | null; locale?: string | null } }) => {
      const cart = carts.create({
        lines: input.lineItems ?? [],
        channelId: session.channelId,
        customerId: session.customer?.id ?? 0,
        currencyCode: input.currencyCode ?? null,
        locale: input.locale ?? null,
      });
      return { cart: cartView(session, cart) };
    },
    addCartLineItems: ({ input }: { input: { cartEntityId: string; data: LinesInput } & Versioned }) => ({
      cart: cartView(session, carts.add(input.cartEntityId, input.data.lineItems ?? [], input.version)),
    }),
    updateCartLineItem: ({
      input,
    }: {
      input: { cartEntityId: string; lineItemEntityId: string; data: { lineItem?: LineInput | null } } & Versioned;
    }) => {
      const line = input.data.lineItem ?? { quantity: 0 };
      return {
        cart: cartView(
          session,
          carts.updateLine(input.cartEntityId, input.lineItemEntityId, { line, version: input.version ?? null }),
        ),
      };
    },
    deleteCartLineItem: ({ input }: { input: { cartEntityId: string; lineItemEntityId: string } & Versioned }) => {
      const cart = carts.deleteLine(input.cartEntityId, input.lineItemEntityId, input.version);
      return {
        deletedLineItemEntityId: input.lineItemEntityId,
        cart: cart ? cartView(session, cart) : null,
        deletedCartEntityId: cart ? null : input.cartEntityId,
      };
    },
    deleteCart: ({ input }: { input: { cartEntityId: string } }) => {
      carts.delete(input.cartEntityId);
      return { deletedCartEntityId: input.cartEntityId };
    },
    updateCartCurrency: ({ input }: { input: { cartEntityId: string; data: { currencyCode: string } } }) => ({
      cart: cartView(session, carts.convert(input.cartEntityId, input.data.currencyCode)),
    }),
    assignCartToCustomer: ({ input }: { input: { cartEntityId: string } & Versioned }) =>
      need(session, ['Customer'], () => {
        const { customer } = session;
        if (!customer) throw missingCustomerToken();
        return {
          cart: cartView(
            session,
            carts.change(input.cartEntityId, input.version, (cart) => {
              cart.customerId = customer.id;
            }),
          ),
        };
      }),
    unassignCartFromCustomer: ({ input }: { input: { cartEntityId: string } & Versioned }) => ({
      cart: cartView(
        session,
        carts.change(input.cartEntityId, input.version, (cart) => {
          cart.customerId = 0;
        }),
      ),
    }),
    createCartRedirectUrls: ({
      input,
    }: {
      input?: { cartEntityId?: string | null; queryParams?: { key: string; value: string }[] | null } | null;
    }) => {
      const cart = carts.find(input?.cartEntityId);
      if (!cart)
        return { redirectUrls: null, errors: [{ __typename: 'NotFoundError', message: cartNotFound().message }] };
      const parameters = Object.fromEntries((input?.queryParams ?? []).map(({ key, value }) => [key, value]));
      const { checkout, embedded } = redirectUrls(session, cart, { parameters, lifetime: 30 * 24 * 3600 });
      return {
        redirectUrls: { redirectedCheckoutUrl: checkout, embeddedCheckoutUrl: embedded, externalCheckoutUrl: checkout },
        errors: [],
      };
    },
  };
}
