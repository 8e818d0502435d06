/** The id under which Strapi knows the plugin (behavior 1.1). */
export const pluginId = 'commerce-bridge';
