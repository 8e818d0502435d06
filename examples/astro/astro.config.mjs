import node from '@astrojs/node';
import preact from '@astrojs/preact';
import { defineConfig, envField } from 'astro/config';
import { loadEnv } from 'vite';

// From the environment, or else from .env.
const { SHOP_URL } = loadEnv('', process.cwd(), 'SHOP_');
const shop = new URL(SHOP_URL ?? 'http://localhost:4321');

export default defineConfig({
  // Product pages are prerendered; pages with `prerender = false` and components with `server:defer` are rendered on
  // demand.
  output: 'static',
  site: shop.origin,
  adapter: node({ mode: 'standalone' }),
  integrations: [preact()],
  // Forms are accepted from this address only.
  security: {
    allowedDomains: [
      { protocol: shop.protocol.slice(0, -1), hostname: shop.hostname, ...(shop.port !== '' && { port: shop.port }) },
    ],
  },
  env: {
    schema: {
      // `secret`: read when the server starts, so that the same build works with any site.
      STRAPI_URL: envField.string({ context: 'server', access: 'secret', url: true, default: 'http://localhost:1337' }),
    },
  },
});
