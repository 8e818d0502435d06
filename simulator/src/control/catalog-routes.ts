import type { FastifyInstance } from 'fastify';
import type { SimulatedStore } from '../catalog/store';
import * as schemas from './schemas';

interface ProductPath {
  Params: { id: string };
}
interface VariantPath {
  Params: { id: string; variantId: string };
}
interface ImagePath {
  Params: { id: string; imageId: string };
}

/** Edits to the catalog over HTTP. Paths and bodies follow the in-process API of `SimulatedStore`. */
export function catalogControl(app: FastifyInstance, store: SimulatedStore): void {
  productControl(app, store);
  partControl(app, store);
  taxonomyControl(app, store);
}

function productControl(app: FastifyInstance, store: SimulatedStore): void {
  const { products } = store;
  app.get('/products', () => ({ count: products.count, ids: products.ids() }));
  app.get<ProductPath>(
    '/products/:id',
    (request, reply) => products.get(Number(request.params.id)) ?? reply.code(404).send(),
  );
  app.post('/products', (request, reply) =>
    reply.code(201).send(products.create(schemas.newProductSchema.parse(request.body))),
  );
  app.patch<ProductPath>('/products/:id', (request) =>
    products.update(Number(request.params.id), schemas.productChangesSchema.parse(request.body)),
  );
  app.delete<ProductPath>('/products/:id', (request, reply) => {
    products.delete(Number(request.params.id));
    return reply.code(204).send();
  });
  app.post<ProductPath>('/products/:id/hide', (request) => products.hide(Number(request.params.id)));
  app.post<ProductPath>('/products/:id/show', (request) => products.show(Number(request.params.id)));
  app.post<ProductPath>('/products/:id/restock', (request) => {
    const { level, variant_id: variantId } = schemas.restockSchema.parse(request.body);
    const id = Number(request.params.id);
    return variantId === undefined ? products.restock(id, level) : store.variants.restock(id, variantId, level);
  });
  app.post<ProductPath>('/products/:id/move', (request) =>
    products.move(Number(request.params.id), schemas.moveSchema.parse(request.body).categories),
  );
  app.post<ProductPath>('/products/:id/assign', (request) =>
    products.assign(Number(request.params.id), schemas.channelSchema.parse(request.body ?? {}).channel_id),
  );
  app.post<ProductPath>('/products/:id/unassign', (request) =>
    products.unassign(Number(request.params.id), schemas.channelSchema.parse(request.body ?? {}).channel_id),
  );
  app.post<ProductPath>('/products/:id/swap-urls', (request, reply) => {
    products.swapUrls(Number(request.params.id), schemas.swapSchema.parse(request.body).with);
    return reply.code(204).send();
  });
}

function partControl(app: FastifyInstance, store: SimulatedStore): void {
  const { products, variants } = store;
  app.post<ProductPath>('/products/:id/variants', (request, reply) =>
    reply.code(201).send(variants.create(Number(request.params.id), schemas.newVariantSchema.parse(request.body))),
  );
  app.patch<VariantPath>('/products/:id/variants/:variantId', (request) =>
    variants.update(
      Number(request.params.id),
      Number(request.params.variantId),
      schemas.variantChangesSchema.parse(request.body),
    ),
  );
  app.delete<VariantPath>('/products/:id/variants/:variantId', (request, reply) => {
    variants.delete(Number(request.params.id), Number(request.params.variantId));
    return reply.code(204).send();
  });
  app.post<ProductPath>('/products/:id/images', (request, reply) =>
    reply.code(201).send(products.addImage(Number(request.params.id), schemas.imageSchema.parse(request.body ?? {}))),
  );
  app.patch<ImagePath>('/products/:id/images/:imageId', (request, reply) => {
    products.updateImage(
      Number(request.params.id),
      Number(request.params.imageId),
      schemas.imageSchema.parse(request.body),
    );
    return reply.code(204).send();
  });
  app.delete<ImagePath>('/products/:id/images/:imageId', (request, reply) => {
    products.deleteImage(Number(request.params.id), Number(request.params.imageId));
    return reply.code(204).send();
  });
  app.put<ProductPath>('/products/:id/custom-fields', (request, reply) => {
    products.setCustomFields(Number(request.params.id), schemas.customFieldsSchema.parse(request.body));
    return reply.code(204).send();
  });
}

function taxonomyControl(app: FastifyInstance, store: SimulatedStore): void {
  const { brands, categories } = store;
  app.get('/categories', () => ({ categories: categories.all() }));
  app.post('/categories', (request, reply) =>
    reply.code(201).send(categories.create(schemas.newCategorySchema.parse(request.body))),
  );
  app.patch<ProductPath>('/categories/:id', (request) =>
    categories.update(Number(request.params.id), schemas.categoryChangesSchema.parse(request.body)),
  );
  app.delete<ProductPath>('/categories/:id', (request, reply) => {
    categories.delete(Number(request.params.id), schemas.referencesSchema.parse(request.query ?? {}).references);
    return reply.code(204).send();
  });
  app.get('/brands', () => ({ brands: brands.all() }));
  app.post('/brands', (request, reply) =>
    reply.code(201).send(brands.create(schemas.newBrandSchema.parse(request.body))),
  );
  app.patch<ProductPath>('/brands/:id', (request) =>
    brands.update(Number(request.params.id), schemas.brandChangesSchema.parse(request.body)),
  );
  app.delete<ProductPath>('/brands/:id', (request, reply) => {
    brands.delete(Number(request.params.id), schemas.referencesSchema.parse(request.query ?? {}).references);
    return reply.code(204).send();
  });
}
