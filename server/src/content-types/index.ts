import { brandSchema } from './brand/schema';
import { categorySchema } from './category/schema';
import { brandManagerView, categoryManagerView, managerConfig, productManagerView } from './manager-config';
import { productSchema } from './product/schema';

export const contentTypes = {
  product: { schema: { ...productSchema, config: managerConfig(productSchema.attributes, productManagerView) } },
  category: { schema: { ...categorySchema, config: managerConfig(categorySchema.attributes, categoryManagerView) } },
  brand: { schema: { ...brandSchema, config: managerConfig(brandSchema.attributes, brandManagerView) } },
};
