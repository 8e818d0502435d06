import type { Core } from '@strapi/strapi';
import { z } from 'zod';

const handler = z.custom<object>((value) => typeof value === 'function');
const hook = z.looseObject({
  getHandlers: z.custom<() => unknown>((value) => typeof value === 'function'),
  register: z.custom<(added: object) => unknown>((value) => typeof value === 'function'),
  delete: z.custom<(removed: object) => unknown>((value) => typeof value === 'function'),
});
const provider = z.looseObject({ hooks: z.record(z.string(), hook) });
const permissions = z.looseObject({ actionProvider: provider, conditionProvider: provider, engine: provider });
