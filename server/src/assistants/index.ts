import type { Core } from '@strapi/strapi';
import { eventTools } from './event-tools';
import { healthTools } from './health-tools';
import { productTools } from './product-tools';
import { syncTools } from './sync-tools';
import { withholdDerivedWrites } from './withhold-derived-writes';

const tools = [...productTools, ...syncTools, ...eventTools, ...healthTools];

/**
 * What assistants can do through Strapi's MCP server, which a site turns on with `server.mcp.enabled` (behavior 13.1).
 * Call this in `register`, when Strapi accepts tools. Does nothing in a Strapi version without such a server.
 */
export function registerAssistantTools(strapi: Core.Strapi): void {
  if (!('ai' in strapi) || !('mcp' in strapi.ai)) return;
  for (const tool of tools) tool.register(strapi);
  withholdDerivedWrites(strapi);
}
