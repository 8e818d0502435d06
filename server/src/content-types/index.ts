import { brandSchema } from './brand/schema';
import { categorySchema } from './category/schema';
import { brandManagerView, categoryManagerView, managerConfig, productManagerView } from './manager-config';
import { productSchema } from './product/schema';

/** The schemas as we define them; in `contentTypes`, Strapi replaces them with those of a site's extensions. */
export const ownSchemas = { product: productSchema, category: categorySchema, brand: brandSchema };

export const contentTypes = {
  product: { schema: { ...productSchema, config: managerConfig(productSchema.attributes, productManagerView) } },
  category: { schema: { ...categorySchema, config: managerConfig(categorySchema.attributes, categoryManagerView) } },
  brand: { schema: { ...brandSchema, config: managerConfig(brandSchema.attributes, brandManagerView) } },
};
