import { connection, noItems, type PageArguments } from './connection';
import type { Customer, CustomerAddress } from './model';
import { money, type Session, type View } from './session';

/** A customer as returned to that customer by the storefront. */
export function customerView(session: Session, customer: Customer): View {
  return {
    entityId: customer.id,
    email: customer.email,
    firstName: customer.firstName,
    lastName: customer.lastName,
    phone: customer.phone,
    company: customer.company,
    customerGroupId: customer.groupId,
    customerGroupName: session.store.markets.groups.get(customer.groupId)?.name ?? null,
    notes: '',
    taxExemptCategory: '',
    addressCount: customer.addresses.length,
    attributeCount: 0,
    attributes: { attribute: () => ({ name: null, value: null }) },
    storeCredit: [money(0, session.store.information.currency)],
    formFields: [],
    addresses: (page: PageArguments) => connection(customer.addresses, page, { present: addressView }),
    wishlists: noItems,
    metafields: noItems,
    orders: noItems,
    storedPaymentInstruments: noItems,
    isSubscribedToNewsletter: false,
    notificationPreferences: [],
    activeCompany: null,
  };
}

export function addressView(address: CustomerAddress): View {
  const { id, ...rest } = address;
  return { entityId: id, ...rest, formFields: [] };
}
