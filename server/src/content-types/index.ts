import { brandSchema } from './brand/schema';
import { categorySchema } from './category/schema';
import { productSchema } from './product/schema';

export const contentTypes = {
  product: { schema: productSchema },
  category: { schema: categorySchema },
  brand: { schema: brandSchema },
};
