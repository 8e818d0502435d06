import { errors } from '@strapi/utils';
import { MarketNotReadyError } from '../markets/market-errors';
import { ReadRateLimitedError } from './read-shares';
import { RestError } from './rest-errors';

/** Converts the error of a read to one that Strapi's own APIs show to callers; internal errors stay unchanged. */
export function asStrapiError(error: unknown): unknown {
  if (error instanceof MarketNotReadyError) return new errors.ApplicationError(error.message, error.data);
  if (error instanceof ReadRateLimitedError) return rateLimited(error);
  if (!(error instanceof RestError)) return error;
  if (error.code === 'unauthorized') return new errors.UnauthorizedError(error.message);
  if (error.code === 'forbidden') return new errors.ForbiddenError(error.message);
  return new errors.ValidationError(error.message, error.data);
}

function rateLimited({ message, code, data }: ReadRateLimitedError): Error {
  // Apollo Server reads the status and headers from there.
  const http = { status: 429, headers: new Map([['retry-after', String(data.retryAfter)]]) };
  return Object.assign(new errors.RateLimitError(message, { code, ...data }), { extensions: { http } });
}
