import { cents, type ResolvedLine } from './carts';
import { selectedModifiers } from './cart-lines';
import { productView } from './catalog-views';
import type { Cart, Consignment } from './model';
import { pictureView } from './pictures';
import { globalId, money, utc, type Session, type View } from './session';

/** Adds the same amounts in the shopper's currency, which is the cart's own here. */
function withDisplayCurrency(amounts: Record<string, View>): View {
  const displayed = Object.entries(amounts).map(([name, amount]) => [`${name}InDisplayCurrency`, amount] as const);
  return { ...amounts, ...Object.fromEntries(displayed) };
}

/** A cart as returned by the storefront. */
export function cartView(session: Session, cart: Cart): View {
  const lines = session.carts.resolve(cart);
  const amount = (value: number): View => money(cents(value), cart.currencyCode);
  const total = session.carts.total(cart);
  return {
    __typename: 'Cart',
    id: globalId('Cart', cart.id),
    entityId: cart.id,
    currencyCode: cart.currencyCode,
    displayCurrencyCode: cart.currencyCode,
    isTaxIncluded: session.store.information.is_price_entered_with_tax,
    ...withDisplayCurrency({ baseAmount: amount(total), discountedAmount: amount(0), amount: amount(total) }),
    discounts: lines.map(({ line }) => ({
      entityId: line.id,
      ...withDisplayCurrency({ discountedAmount: amount(0) }),
    })),
    createdAt: utc(cart.created),
    updatedAt: utc(cart.updated),
    locale: cart.locale,
    version: cart.version,
    lineItems: {
      totalQuantity: lines.reduce((sum, { line }) => sum + line.quantity, 0),
      physicalItems: lines
        .filter(({ product }) => product.fields.type === 'physical')
        .map((line) => lineView(session, cart, line)),
      digitalItems: lines
        .filter(({ product }) => product.fields.type === 'digital')
        .map((line) => lineView(session, cart, line)),
      giftCertificates: [],
      customItems: [],
    },
  };
}

/** The placeholder image for products without one, as in upstream's Stencil. */
const DEFAULT_PICTURE = 'img/ProductDefault.gif';

function lineView(session: Session, cart: Cart, resolved: ResolvedLine): View {
  const { line, product, variant, price, originalPrice, retailPrice } = resolved;
  const { fields } = product;
  const amount = (value: number): View => money(cents(value), cart.currencyCode);
  const image = product.images.find((each) => each.is_thumbnail) ?? product.images[0];
  const placeholder = `${session.presentation.baseUrl}/${DEFAULT_PICTURE}`;
  const url = `${session.store.information.secure_url}${fields.custom_url.url}`;
  return {
    __typename: fields.type === 'physical' ? 'CartPhysicalItem' : 'CartDigitalItem',
    entityId: line.id,
    parentEntityId: null,
    productEntityId: product.id,
    variantEntityId: variant.id,
    sku: product.options.length === 0 ? fields.sku : variant.sku,
    name: fields.name,
    path: fields.custom_url.url,
    url,
    imageUrl: null,
    brand: session.store.state.brands.get(fields.brand_id)?.name ?? null,
    quantity: line.quantity,
    isTaxable: true,
    isMutable: true,
    isShippingRequired: true,
    allowGiftWrapping: fields.gift_wrapping_options_type !== 'none',
    discounts: [],
    ...withDisplayCurrency({
      discountedAmount: amount(0),
      couponAmount: amount(0),
      taxTotal: amount(0),
      listPrice: amount(price),
      originalPrice: amount(originalPrice),
      salePrice: amount(price),
      comparisonPrice: amount(originalPrice),
      retailPrice: amount(retailPrice),
      extendedListPrice: amount(price * line.quantity),
      extendedSalePrice: amount(price * line.quantity),
      extendedComparisonPrice: amount(originalPrice * line.quantity),
    }),
    selectedOptions: [
      ...variant.option_values.map((value) => ({
        __typename: 'CartSelectedMultipleChoiceOption',
        entityId: value.option_id,
        name: value.option_display_name,
        value: value.label,
        valueEntityId: value.id,
        attributeId: String(value.option_id),
      })),
      ...selectedModifiers(product, line),
    ],
    image: image
      ? pictureView(session.presentation, product, image)
      : { url: placeholder, urlOriginal: placeholder, urlTemplate: placeholder, altText: fields.name, isDefault: true },
    baseCatalogProduct: () => productView(session, product),
    catalogProductWithOptionSelections: () => productView(session, product),
  };
}

/** A checkout as returned by the storefront. */
export function checkoutView(session: Session, cart: Cart): View {
  const checkout = session.checkouts.of(cart);
  const { subtotal, shipping, grandTotal } = session.checkouts.totals(cart);
  const amount = (value: number): View => money(cents(value), cart.currencyCode);
  return {
    __typename: 'Checkout',
    id: globalId('Checkout', cart.id),
    entityId: cart.id,
    currencyCode: cart.currencyCode,
    displayCurrencyCode: cart.currencyCode,
    billingAddress: checkout.billingAddress
      ? { ...checkout.billingAddress, entityId: checkout.billingAddress.id, customFields: [] }
      : null,
    cart: cartView(session, cart),
    shippingConsignments:
      checkout.consignments.length === 0
        ? null
        : checkout.consignments.map((each) => consignmentView(session, cart, each)),
    ...withDisplayCurrency({
      shippingCostTotal: amount(shipping),
      shippingCostBeforeDiscount: amount(shipping),
      comparisonShippingCost: amount(shipping),
      giftWrappingCostTotal: amount(0),
      handlingCostTotal: amount(0),
      taxTotal: amount(0),
      subtotal: amount(subtotal),
      grandTotal: amount(grandTotal),
      outstandingBalance: amount(grandTotal),
      totalDiscount: amount(0),
      displayDiscountTotal: amount(0),
      orderBasedAutoDiscountTotal: amount(0),
      manualDiscountTotal: amount(0),
    }),
    taxes: [],
    coupons: [],
    giftCertificates: [],
    promotions: [],
    fees: [],
    createdAt: utc(cart.created),
    updatedAt: utc(cart.updated),
    customerMessage: checkout.customerMessage,
    version: cart.version,
  };
}

function consignmentView(session: Session, cart: Cart, consignment: Consignment): View {
  const selected = session.checkouts.selected(consignment);
  const amount = (value: number): View => money(value, cart.currencyCode);
  const cost = amount(selected?.cost ?? 0);
  return {
    entityId: consignment.id,
    address: { __typename: 'CheckoutConsignmentAddress', ...consignment.address, customFields: [] },
    availableShippingOptions: session.checkouts.options().map(({ id, ...option }) => ({
      ...option,
      entityId: id,
      ...withDisplayCurrency({ cost: amount(option.cost), costAfterDiscount: amount(option.cost) }),
      imageUrl: null,
      image: null,
    })),
    selectedShippingOption: selected
      ? { ...selected, entityId: selected.id, ...withDisplayCurrency({ cost }), imageUrl: null, image: null }
      : null,
    coupons: [],
    ...withDisplayCurrency({
      shippingCost: cost,
      shippingCostBeforeDiscount: cost,
      comparisonShippingCost: cost,
      handlingCost: amount(0),
    }),
    lineItemIds: consignment.lineItems.map((item) => item.lineItemEntityId),
  };
}
