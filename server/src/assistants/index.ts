import type { Core } from '@strapi/strapi';
import { eventTools } from './event-tools';
import { healthTools } from './health-tools';
import { productTools } from './product-tools';
import { syncTools } from './sync-tools';
import { withholdDerivedWrites } from './withhold-derived-writes';

const tools = [...productTools, ...syncTools, ...eventTools, ...healthTools];

/**
 * What assistants can do through Strapi's MCP server, which a site turns on with `server.mcp.enabled` (behavior 13.1). To be
 * called in `register`, where Strapi takes tools.
 */
export function registerAssistantTools(strapi: Core.Strapi): void {
  for (const tool of tools) tool.register(strapi);
  withholdDerivedWrites(strapi);
}
