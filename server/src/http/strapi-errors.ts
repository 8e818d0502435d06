import { errors } from '@strapi/utils';
import { MarketNotReadyError } from '../markets/market-errors';
import { RestError } from './rest-errors';

/** A failure of reading a market as Strapi's own APIs show failures to callers; what they may not know stays what it is. */
export function asStrapiError(error: unknown): unknown {
  if (error instanceof MarketNotReadyError) return new errors.ApplicationError(error.message, error.data);
  if (!(error instanceof RestError)) return error;
  if (error.code === 'unauthorized') return new errors.UnauthorizedError(error.message);
  if (error.code === 'forbidden') return new errors.ForbiddenError(error.message);
  return new errors.ValidationError(error.message, error.data);
}
