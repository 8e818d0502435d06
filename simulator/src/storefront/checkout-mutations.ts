import { randomBytes } from 'node:crypto';
import { cartNotFound } from './failures';
import { checkoutView } from './cart-views';
import type { AddressInput } from './checkouts';
import { addressFrom } from './checkouts';
import type { Cart, LineInput } from './model';
import type { Session, View } from './session';

interface Versioned {
  readonly version?: number | null;
}
interface ConsignmentInput {
  readonly address: AddressInput;
  readonly lineItems: { lineItemEntityId: string; quantity: number }[];
}

/** `Mutation.checkout` (upstream 5.5). */
export function checkoutMutations(session: Session): View {
  const { carts, checkouts } = session;
  const change = (input: { checkoutEntityId: string } & Versioned, apply: (cart: Cart) => void): View => ({
    checkout: checkoutView(session, carts.change(input.checkoutEntityId, input.version, apply)),
  });
  return {
    createCheckout: ({ input }: { input: CreateInput }) => {
      const cart = carts.create({
        lines: input.lineItems ?? [],
        channelId: session.channelId,
        customerId: session.customer?.id ?? 0,
        currencyCode: input.currencyCode ?? null,
        locale: input.locale ?? null,
      });
      if (input.billingAddress) checkouts.setBillingAddress(cart, input.billingAddress);
      const lineItems = cart.lines.map((line) => ({ lineItemEntityId: line.id, quantity: line.quantity }));
      const wanted = input.shippingConsignments ?? [];
      checkouts.addConsignments(
        cart,
        wanted.map(({ address }) => ({ address, lineItems })),
      );
      wanted.forEach(({ selectRecommendedOption: select }, place) => {
        const consignment = checkouts.of(cart).consignments[place];
        const recommended = checkouts.options().find((option) => option.isRecommended);
        if (select && consignment && recommended) checkouts.selectOption(consignment, recommended.id);
      });
      return { checkout: checkoutView(session, cart), errors: [] };
    },
    addCheckoutShippingConsignments: ({
      input,
    }: {
      input: { checkoutEntityId: string; data: { consignments: ConsignmentInput[] } } & Versioned;
    }) => change(input, (cart) => checkouts.addConsignments(cart, input.data.consignments)),
    updateCheckoutShippingConsignment: ({
      input,
    }: {
      input: {
        checkoutEntityId: string;
        consignmentEntityId: string;
        data: { consignment: ConsignmentInput };
      } & Versioned;
    }) =>
      change(input, (cart) => {
        const consignment = checkouts.consignment(cart, input.consignmentEntityId);
        consignment.address = addressFrom(input.data.consignment.address);
        consignment.lineItems = input.data.consignment.lineItems;
      }),
    deleteCheckoutConsignment: ({
      input,
    }: {
      input: { checkoutEntityId: string; consignmentEntityId: string } & Versioned;
    }) => change(input, (cart) => checkouts.deleteConsignment(cart, input.consignmentEntityId)),
    selectCheckoutShippingOption: ({
      input,
    }: {
      input: {
        checkoutEntityId: string;
        consignmentEntityId: string;
        data: { shippingOptionEntityId: string };
      } & Versioned;
    }) =>
      change(input, (cart) =>
        checkouts.selectOption(
          checkouts.consignment(cart, input.consignmentEntityId),
          input.data.shippingOptionEntityId,
        ),
      ),
    addCheckoutBillingAddress: ({
      input,
    }: {
      input: { checkoutEntityId: string; data: { address: AddressInput } } & Versioned;
    }) => change(input, (cart) => checkouts.setBillingAddress(cart, input.data.address)),
    updateCheckoutBillingAddress: ({
      input,
    }: {
      input: { checkoutEntityId: string; data: { address: AddressInput } } & Versioned;
    }) => change(input, (cart) => checkouts.setBillingAddress(cart, input.data.address)),
    updateCheckoutCustomerMessage: ({
      input,
    }: {
      input: { checkoutEntityId: string; data: { message: string } } & Versioned;
    }) =>
      change(input, (cart) => {
        checkouts.of(cart).customerMessage = input.data.message;
      }),
    completeCheckout: ({ input }: { input: { checkoutEntityId: string } }) => {
      const cart = carts.find(input.checkoutEntityId);
      if (!cart) throw cartNotFound();
      const outcome = checkouts.complete(cart);
      if ('errors' in outcome) return { orderEntityId: null, paymentAccessToken: null, errors: outcome.errors };
      return { orderEntityId: outcome.order.id, paymentAccessToken: randomBytes(24).toString('base64url'), errors: [] };
    },
  };
}

interface CreateInput {
  readonly lineItems?: LineInput[] | null;
  readonly currencyCode?: string | null;
  readonly locale?: string | null;
  readonly shippingConsignments?: { address: AddressInput; selectRecommendedOption?: boolean | null }[] | null;
  readonly billingAddress?: AddressInput | null;
}
