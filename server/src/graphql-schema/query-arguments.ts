import { errors } from '@strapi/utils';
import { z } from 'zod';
import { largestId } from '../catalog/model';

export type Arguments = Readonly<Record<string, unknown>>;

/** A list without paging counts as one page of everything. */
export function countsOf(total: number, pageSize: number | undefined): { total: number; pages: number } {
  return { total, pages: pageSize === undefined ? Math.min(total, 1) : Math.ceil(total / pageSize) };
}

const ownNames: Readonly<Record<string, string>> = {
  minPrice: 'min_price',
  maxPrice: 'max_price',
  inStock: 'in_stock',
  onSale: 'on_sale',
  orderBy: 'orderby',
  perPage: 'per_page',
};

/** Arguments by the names of the REST API's parameters; null counts as not given. */
export function restNames(given: Arguments): Arguments {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[ownNames[name] ?? name, value]],
    ),
  );
}

/** @throws ValidationError naming each argument that is refused */
export function parsed<Schema extends z.ZodObject>(schema: Schema, given: Arguments): z.infer<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const reasons = result.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    const argument = Object.keys(ownNames).find((own) => ownNames[own] === name) ?? name;
    return `${argument}: ${message}`;
  });
  throw new errors.ValidationError(reasons.join('; '));
}

const idArgument = z.coerce.number().int().min(1).max(largestId);

/** @throws ValidationError unless exactly one of the two is given */
export function oneOf({ id, slug }: Arguments): { id: number; slug: null } | { id: null; slug: string } {
  const hasId = id !== undefined && id !== null;
  if (typeof slug === 'string' && !hasId) return { id: null, slug };
  const result = idArgument.safeParse(id);
  if (typeof slug !== 'string' && hasId && result.success) return { id: result.data, slug: null };
  throw new errors.ValidationError('Give either a slug or an id, which is a whole number from 1.');
}
