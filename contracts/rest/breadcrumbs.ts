import { z } from 'zod';

/** One step of a path through the categories. */
export const breadcrumb = z.strictObject({ id: z.int(), name: z.string(), slug: z.string() });
export type BreadcrumbView = z.infer<typeof breadcrumb>;
