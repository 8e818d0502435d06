import { GraphQLError } from 'graphql';

/** A failure that resolvers return: HTTP 200, the node nulled, a message and no extensions (upstream 5.4). */
export class StorefrontFailure extends GraphQLError {
  override readonly name = 'StorefrontFailure';
}

export function cartNotFound(): StorefrontFailure {
  return new StorefrontFailure('Not Found: Cart does not exist');
}

export function lineNotFound(): StorefrontFailure {
  return new StorefrontFailure('Not Found: Line item does not exist');
}

export function productNotFound(id: number): StorefrontFailure {
  return new StorefrontFailure(`Not Found: Provided product ID (${id}) does not represent a valid product`);
}

export function variantNotFound(id: number): StorefrontFailure {
  return new StorefrontFailure(`Not Found: Provided variant ID (${id}) does not represent a valid variant`);
}

/** Quantity 0 is also reported as this (upstream 5.4). */
export function missingFields(field: string): StorefrontFailure {
  return new StorefrontFailure(
    `Missing required fields.: The request payload is missing required fields: \`${field}\``,
  );
}

export function variantRequired(productName: string): StorefrontFailure {
  return new StorefrontFailure(
    `This product has options, variant ID is required: Product "${productName}" has options, variant ID is required`,
  );
}

/** `version` in the input does not match the cart's. */
export function versionConflict(): StorefrontFailure {
  return new StorefrontFailure(
    'Request conflict: The request cannot be processed due to a possible conflict. Please review the changes and try again.',
  );
}

export function notPurchasable(productName: string): StorefrontFailure {
  return new StorefrontFailure(`Product is not purchasable: Product "${productName}" cannot be purchased`);
}

export function insufficientStock(productName: string): StorefrontFailure {
  return new StorefrontFailure(`Insufficient stock: Product "${productName}" does not have enough stock`);
}

/** The error of a failed login, from the only recording (upstream 5.4). */
export function loginFailed(): StorefrontFailure {
  return new StorefrontFailure('Internal server error');
}

export function insufficientScope(required: readonly string[]): StorefrontFailure {
  return new StorefrontFailure(`Insufficient access scope. Required: ${required.join(', ')}`, {
    extensions: { code: 'INSUFFICIENT_ACCESS_SCOPE', requiredScopes: [...required] },
  });
}

/** Only for callers that request it by header; others get anonymous data (upstream 5.2). */
export function invalidCustomerToken(): StorefrontFailure {
  return new StorefrontFailure('Invalid customer access token', {
    extensions: { code: 'INVALID_CUSTOMER_ACCESS_TOKEN' },
  });
}

export function missingCustomerToken(): StorefrontFailure {
  return new StorefrontFailure('Missing customer access token', {
    extensions: { code: 'MISSING_CUSTOMER_ACCESS_TOKEN' },
  });
}
