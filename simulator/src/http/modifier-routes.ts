import type { FastifyInstance } from 'fastify';
import type { Modifier } from '../catalog/product-model';
import type { ApiContext } from './context';
import { notFound } from './errors';
import { readListQuery, selectFields } from './list-query';
import { pageReply, slicePage } from './paging';
import { presentModifier, presentModifierValue } from './present';
import { requireProduct } from './product-routes';

const MODIFIER_FIELDS = [
  'id',
  'product_id',
  'name',
  'display_name',
  'type',
  'required',
  'sort_order',
  'config',
  'option_values',
] as const;
const VALUE_FIELDS = ['id', 'option_id', 'label', 'sort_order', 'value_data', 'is_default', 'adjusters'] as const;
const ID_ONLY = new Set(['id']);

const read = { config: { scope: 'store_v2_products_read_only' } } as const;

interface ModifierPath {
  Params: { id: string; modifierId: string; valueId: string };
}

/** Modifiers of a product and their values, paged (upstream 20.7). */
export function modifierRoutes(app: FastifyInstance, context: ApiContext): void {
  const path = '/catalog/products/:id/modifiers';
  const modifierOf = ({ params, url }: { params: ModifierPath['Params']; url: string }): Modifier => {
    const { modifiers } = requireProduct(context, params.id, url);
    const modifier = modifiers.find((each) => String(each.id) === params.modifierId);
    if (!modifier) throw notFound('A modifier was not found with the given id.', url);
    return modifier;
  };

  app.get<ModifierPath>(path, read, (request) => {
    const { id, modifiers } = requireProduct(context, request.params.id, request.url);
    const query = readListQuery(request.query, { filters: {}, fields: MODIFIER_FIELDS }, context);
    const shown = slicePage(modifiers, query).map((each) =>
      selectFields(presentModifier(id, each), query.fields, ID_ONLY),
    );
    return pageReply(shown, modifiers.length, query);
  });

  app.get<ModifierPath>(`${path}/:modifierId`, read, (request) => {
    const modifier = modifierOf(request);
    const { fields } = readListQuery(request.query, { filters: {}, fields: MODIFIER_FIELDS }, context);
    return { data: selectFields(presentModifier(Number(request.params.id), modifier), fields, ID_ONLY), meta: {} };
  });

  app.get<ModifierPath>(`${path}/:modifierId/values`, read, (request) => {
    const { id, option_values: values } = modifierOf(request);
    const query = readListQuery(request.query, { filters: {}, fields: VALUE_FIELDS }, context);
    const shown = slicePage(values, query).map((each) =>
      selectFields(presentModifierValue(id, each), query.fields, ID_ONLY),
    );
    return pageReply(shown, values.length, query);
  });

  app.get<ModifierPath>(`${path}/:modifierId/values/:valueId`, read, (request) => {
    const { id, option_values: values } = modifierOf(request);
    const value = values.find((each) => String(each.id) === request.params.valueId);
    if (!value) throw notFound('A modifier value was not found with the given id.', request.url);
    return { data: presentModifierValue(id, value), meta: {} };
  });
}
