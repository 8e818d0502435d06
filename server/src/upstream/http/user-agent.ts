/** Of this package; a test compares it with the manifest. */
export const pluginVersion = '0.1.0';

/** Upstream asks clients to identify themselves (upstream 1.3). */
export const userAgent = `strapi-plugin-commerce-bridge/${pluginVersion} (Commerce Bridge, a plugin for Strapi 5)`;
