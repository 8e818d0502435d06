import type { FastifyInstance } from 'fastify';
import { drawPicture } from '../pictures';
import type { ApiContext } from './context';
import { notFound } from './errors';

/** Serves the image URLs of products, without a token, like a CDN. */
export function pictureRoutes(app: FastifyInstance, context: ApiContext): void {
  app.get<{ Params: { hash: string; productId: string; imageId: string; file: string } }>(
    '/s-:hash/products/:productId/images/:imageId/:file',
    (request, reply) => {
      const { hash, productId, imageId, file } = request.params;
      const product = context.store.state.product(Number(productId));
      const image = product?.images.find((each) => String(each.id) === imageId);
      if (!product || !image || hash !== context.storeHash) throw notFound('There is no such picture.', request.url);
      const [, width = '386', height = '513'] = /\.(\d{1,4})\.(\d{1,4})\.\w+$/.exec(file) ?? [];
      const svg = drawPicture({
        productName: product.fields.name,
        imageId: image.id,
        width: Number(width),
        height: Number(height),
      });
      return reply
        .header('content-type', 'image/svg+xml')
        .header('cache-control', 'public, max-age=31536000')
        .send(svg);
    },
  );
}
