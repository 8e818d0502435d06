const line = (): string => `{
  entityId name sku quantity productEntityId variantEntityId
  extendedSalePrice { currencyCode value }
  selectedOptions {
    __typename entityId name
    ... on CartSelectedMultipleChoiceOption { value valueEntityId }
    ... on CartSelectedCheckboxOption { value valueEntityId }
    ... on CartSelectedTextFieldOption { text }
    ... on CartSelectedMultiLineTextFieldOption { text }
    ... on CartSelectedNumberFieldOption { number }
    ... on CartSelectedDateFieldOption { date { utc } }
  }
}`;

const cart = (): string => `{
  entityId
  amount { currencyCode value }
  lineItems { physicalItems ${line()} digitalItems ${line()} totalQuantity }
}`;

/** A cart mutation, by its name in the store's schema, from which the name of its input type follows. */
function changing(name: string): string {
  const field = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return `mutation ${name}($input: ${name}Input!) { cart { result: ${field}(input: $input) { cart ${cart()} } } }`;
}

// Functions, so that bundlers can drop the documents from a frontend without carts.
const documents = {
  ReadCart: () => `query ReadCart($id: String!) { site { cart(entityId: $id) ${cart()} } }`,
  CreateCart: () => changing('CreateCart'),
  AddCartLineItems: () => changing('AddCartLineItems'),
  UpdateCartLineItem: () => changing('UpdateCartLineItem'),
  DeleteCartLineItem: () => changing('DeleteCartLineItem'),
  CreateCartRedirectUrls: () => `mutation CreateCartRedirectUrls($input: CreateCartRedirectUrlsInput!) {
  cart { createCartRedirectUrls(input: $input) { redirectUrls { redirectedCheckoutUrl } } }
}`,
  Login: () => `mutation Login($email: String!, $password: String!, $cart: String) {
  login(email: $email, password: $password, guestCartEntityId: $cart) {
    customer { firstName lastName email }
    customerAccessToken { value expiresAt }
    cart { entityId lineItems { totalQuantity } }
  }
}`,
  ReadCustomer: () => 'query ReadCustomer { customer { firstName lastName email } }',
  Logout: () => 'mutation Logout { logout { result } }',
};

/** Names of the operations that this client sends for carts and customers. */
export type ShopperOperation = keyof typeof documents;

export const documentOf = (operation: ShopperOperation): string => documents[operation]();

/** All documents that this client sends for carts and customers, by operation name: for a site with a safelist. */
export const shopperDocuments = (): Record<ShopperOperation, string> => ({
  ReadCart: documents.ReadCart(),
  CreateCart: documents.CreateCart(),
  AddCartLineItems: documents.AddCartLineItems(),
  UpdateCartLineItem: documents.UpdateCartLineItem(),
  DeleteCartLineItem: documents.DeleteCartLineItem(),
  CreateCartRedirectUrls: documents.CreateCartRedirectUrls(),
  Login: documents.Login(),
  ReadCustomer: documents.ReadCustomer(),
  Logout: documents.Logout(),
});
