/** GraphQL documents of the tests for carts. */
const CART = `entityId version amount { value currencyCode } lineItems { totalQuantity
  physicalItems { entityId name quantity productEntityId variantEntityId extendedListPrice { value } selectedOptions { name ... on CartSelectedMultipleChoiceOption { value } } }
  digitalItems { entityId name } }`;
export const CREATE_CART = `mutation Create($input: CreateCartInput!) { cart { createCart(input: $input) { cart { ${CART} } } } }`;
export const ADD_CART = `mutation Add($input: AddCartLineItemsInput!) { cart { addCartLineItems(input: $input) { cart { ${CART} } } } }`;
export const UPDATE_CART = `mutation Update($input: UpdateCartLineItemInput!) { cart { updateCartLineItem(input: $input) { cart { ${CART} } } } }`;
export const DELETE_CART = `mutation Delete($input: DeleteCartLineItemInput!) { cart { deleteCartLineItem(input: $input) { deletedLineItemEntityId deletedCartEntityId cart { ${CART} } } } }`;
export const READ_CART = `query Read($id: String) { site { cart(entityId: $id) { ${CART} } } }`;
