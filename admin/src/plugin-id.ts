/** The id under which Strapi knows the plugin (decisions 1). */
export const pluginId = 'commerce-bridge';
