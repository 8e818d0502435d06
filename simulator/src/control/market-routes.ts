import type { FastifyInstance } from 'fastify';
import type { Simulator } from '../simulator';
import * as schemas from './market-schemas';

interface IdPath {
  Params: { id: string };
}
interface ValuePath {
  Params: { id: string; modifierId: string; valueId: string };
}

/** Edits of markets over HTTP. Paths and bodies follow the in-process API of `SimulatedStore.markets`. */
export function marketControl(app: FastifyInstance, simulator: Simulator): void {
  overviewControl(app, simulator);
  channelControl(app, simulator);
  priceControl(app, simulator);
  textControl(app, simulator);
  modifierControl(app, simulator);
}

function overviewControl(app: FastifyInstance, simulator: Simulator): void {
  const { markets, state } = simulator.store;
  app.get('/markets', () => ({
    channels: markets.channels.all().map((channel) => ({
      ...channel,
      site: markets.channels.siteOf(channel.id)?.url ?? null,
      trees: [...state.trees.values()].filter((tree) => tree.channels.includes(channel.id)).map((tree) => tree.id),
      ...markets.channels.currenciesOf(channel.id),
      locales: markets.locales.of(channel.id),
      groups: markets.groups.settingsOf(channel.id),
    })),
    currencies: markets.currencies.all(),
    groups: markets.groups.all(),
    price_lists: markets.priceLists
      .all()
      .map((list) => ({ ...list, records: markets.priceLists.records(list.id).length })),
    price_list_assignments: markets.priceLists.assignments(),
  }));
  app.patch('/markets', (request, reply) => {
    const settings = schemas.marketSettingsSchema.parse(request.body);
    const { storefront } = simulator;
    if (settings.price_lists !== undefined) markets.hasPriceLists = settings.price_lists;
    if (settings.tax_rate !== undefined) markets.taxRate = settings.tax_rate;
    if (settings.maximum_pricing_items !== undefined) markets.maximumPricingItems = settings.maximum_pricing_items;
    if (settings.in_flight_quota !== undefined) storefront.inFlight.quota = settings.in_flight_quota;
    Object.assign(storefront.freshness, settings.freshness);
    return reply.code(204).send();
  });
}

function channelControl(app: FastifyInstance, { store }: Simulator): void {
  const { channels, groups, locales } = store.markets;
  app.post('/channels', (request, reply) =>
    reply.code(201).send(channels.create(schemas.newChannelSchema.parse(request.body))),
  );
  app.patch<IdPath>('/channels/:id', (request) =>
    channels.update(Number(request.params.id), schemas.channelChangesSchema.parse(request.body)),
  );
  app.put<IdPath>('/channels/:id/site', (request) =>
    channels.setSite(Number(request.params.id), schemas.siteSchema.parse(request.body)),
  );
  app.delete<IdPath>('/channels/:id/site', (request, reply) => {
    channels.removeSite(Number(request.params.id));
    return reply.code(204).send();
  });
  app.put<IdPath>('/channels/:id/currencies', (request, reply) => {
    channels.setCurrencies(Number(request.params.id), schemas.currenciesSchema.parse(request.body));
    return reply.code(204).send();
  });
  app.put<IdPath>('/channels/:id/locales', (request, reply) => {
    locales.set(Number(request.params.id), schemas.localesSchema.parse(request.body));
    return reply.code(204).send();
  });
  app.patch<IdPath>('/channels/:id/groups', (request, reply) => {
    groups.configure(Number(request.params.id), schemas.groupSettingsSchema.parse(request.body));
    return reply.code(204).send();
  });
}

function priceControl(app: FastifyInstance, { store }: Simulator): void {
  const { currencies, groups, priceLists } = store.markets;
  app.post('/currencies', (request, reply) =>
    reply.code(201).send(currencies.create(schemas.newCurrencySchema.parse(request.body))),
  );
  app.patch<{ Params: { code: string } }>('/currencies/:code', (request) =>
    currencies.update(request.params.code, schemas.currencyChangesSchema.parse(request.body)),
  );
  app.post('/groups', (request, reply) =>
    reply.code(201).send(groups.create(schemas.newGroupSchema.parse(request.body))),
  );
  app.patch<IdPath>('/groups/:id', (request) =>
    groups.update(Number(request.params.id), schemas.groupChangesSchema.parse(request.body)),
  );
  app.delete<IdPath>('/groups/:id', (request, reply) => {
    groups.delete(Number(request.params.id));
    return reply.code(204).send();
  });
  app.post('/price-lists', (request, reply) =>
    reply.code(201).send(priceLists.create(schemas.newPriceListSchema.parse(request.body))),
  );
  app.patch<IdPath>('/price-lists/:id', (request) =>
    priceLists.update(Number(request.params.id), schemas.priceListChangesSchema.parse(request.body)),
  );
  app.delete<IdPath>('/price-lists/:id', (request, reply) => {
    priceLists.delete(Number(request.params.id));
    return reply.code(204).send();
  });
  app.put<IdPath>('/price-lists/:id/records', (request, reply) => {
    const records = schemas.recordsSchema.parse(request.body);
    if (Array.isArray(records)) priceLists.setRecords(Number(request.params.id), records);
    else priceLists.setRecord(Number(request.params.id), records);
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string; variant: string; currency: string } }>(
    '/price-lists/:id/records/:variant/:currency',
    (request, reply) => {
      const { id, variant, currency } = request.params;
      priceLists.deleteRecord(Number(id), { variantId: Number(variant), currency });
      return reply.code(204).send();
    },
  );
  app.post('/price-list-assignments', (request, reply) =>
    reply.code(201).send(priceLists.assign(schemas.listAssignmentSchema.parse(request.body))),
  );
  app.delete<IdPath>('/price-list-assignments/:id', (request, reply) => {
    priceLists.unassign(Number(request.params.id));
    return reply.code(204).send();
  });
}

function textControl(app: FastifyInstance, { store }: Simulator): void {
  const { locales, metafields } = store.markets;
  app.put('/translations', (request, reply) => {
    const { channel_id: channelId, texts, ...place } = schemas.translationSchema.parse(request.body);
    const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
    locales.translate({ ...place, channelId }, given);
    return reply.code(204).send();
  });
  app.post('/metafields', (request, reply) =>
    reply.code(201).send(metafields.create(schemas.newMetafieldSchema.parse(request.body))),
  );
  app.patch<IdPath>('/metafields/:id', (request) =>
    metafields.update(Number(request.params.id), schemas.metafieldChangesSchema.parse(request.body)),
  );
  app.delete<IdPath>('/metafields/:id', (request, reply) => {
    metafields.delete(Number(request.params.id));
    return reply.code(204).send();
  });
}

function modifierControl(app: FastifyInstance, { store }: Simulator): void {
  const { modifiers } = store;
  const path = '/products/:id/modifiers';
  const idsOf = ({ id, modifierId }: ValuePath['Params']): [number, number] => [Number(id), Number(modifierId)];
  app.post<IdPath>(path, (request, reply) =>
    reply.code(201).send(modifiers.create(Number(request.params.id), schemas.newModifierSchema.parse(request.body))),
  );
  app.patch<ValuePath>(`${path}/:modifierId`, (request) =>
    modifiers.update(...idsOf(request.params), schemas.modifierChangesSchema.parse(request.body)),
  );
  app.delete<ValuePath>(`${path}/:modifierId`, (request, reply) => {
    modifiers.delete(...idsOf(request.params));
    return reply.code(204).send();
  });
  app.post<ValuePath>(`${path}/:modifierId/values`, (request, reply) =>
    reply.code(201).send(modifiers.addValue(...idsOf(request.params), schemas.modifierValueSchema.parse(request.body))),
  );
  app.patch<ValuePath>(`${path}/:modifierId/values/:valueId`, (request) => {
    const [productId, modifierId] = idsOf(request.params);
    const valueId = Number(request.params.valueId);
    const changes = schemas.modifierValueChangesSchema.parse(request.body);
    return modifiers.updateValue(productId, { modifierId, valueId }, changes);
  });
}
