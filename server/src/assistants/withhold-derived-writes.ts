import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { ownSchemas } from '../content-types';

const cached = new Set(Object.keys(ownSchemas).map((name) => `plugin::commerce-bridge.${name}`));
const reading = 'plugin::content-manager.explorer.read';
const guardedTool = z.object({
  auth: z.object({ policies: z.array(z.object({ action: z.string(), subject: z.string().optional() })) }),
});

/**
 * The Content Manager registers tools for every content type when it bootstraps. Tools that would write a cached record
 * are skipped: the plugin refuses such writes, and assistants should not be offered what is refused (behavior 13.1).
 */
export function withholdDerivedWrites(strapi: Core.Strapi): void {
  const { mcp } = strapi.ai;
  mcp.registerTool = new Proxy(mcp.registerTool, {
    apply: (register, self, given: unknown[]) =>
      writesCached(given[0]) ? undefined : Reflect.apply(register, self, given),
  });
}

function writesCached(tool: unknown): boolean {
  const { data } = guardedTool.safeParse(tool);
  const policies = data?.auth.policies ?? [];
  return policies.some(({ action, subject }) => cached.has(subject ?? '') && action !== reading);
}
