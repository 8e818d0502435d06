import 'server-only';
import { z } from 'zod';

// An empty value in .env counts as absent.
const secret = z
  .string()
  .optional()
  .transform((text) => (text === '' ? undefined : text));
const address = z.url().transform((text) => text.replace(/\/+$/, ''));

/** The environment variables; .env.example explains them. */
export const settings = z
  .object({
    STRAPI_URL: address.default('http://localhost:1337'),
    SHOP_URL: address.default('http://localhost:3000'),
    PURGE_SECRET: secret,
    DRAFT_SECRET: secret,
    STRAPI_TOKEN: secret,
  })
  .parse(process.env);

/** The public address of a page. */
export const addressOf = (path: string): string => `${settings.SHOP_URL}${path}`;

export const apiUrl = `${settings.STRAPI_URL}/api/commerce-bridge/v1`;
