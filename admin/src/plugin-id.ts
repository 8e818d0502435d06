/** The plugin's id in Strapi (behavior 1.1). */
export const pluginId = 'commerce-bridge';
