import { errors } from '@strapi/utils';
import { MarketNotReadyError } from '../markets/market-errors';
import { ReadRateLimitedError } from './read-shares';
import { RestError } from './rest-errors';

/** A failure of reading as Strapi's own APIs show failures to callers; what they may not know stays what it is. */
export function asStrapiError(error: unknown): unknown {
  if (error instanceof MarketNotReadyError) return new errors.ApplicationError(error.message, error.data);
  if (error instanceof ReadRateLimitedError) return rateLimited(error);
  if (!(error instanceof RestError)) return error;
  if (error.code === 'unauthorized') return new errors.UnauthorizedError(error.message);
  if (error.code === 'forbidden') return new errors.ForbiddenError(error.message);
  return new errors.ValidationError(error.message, error.data);
}

function rateLimited({ message, code, data }: ReadRateLimitedError): Error {
  // Apollo's server takes them from there.
  const http = { status: 429, headers: new Map([['retry-after', String(data.retryAfter)]]) };
  return Object.assign(new errors.RateLimitError(message, { code, ...data }), { extensions: { http } });
}
