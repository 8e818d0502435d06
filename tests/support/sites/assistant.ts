import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import type { BootedSite } from './boot-site';

/** An AI assistant that is connected to a site's MCP server with an admin token. */
export interface Assistant {
  /** The names of the tools that the server offers it. */
  tools(): Promise<string[]>;
  /** Calls a tool; `text` is the message where there is no data. */
  call(tool: string, given?: Record<string, unknown>): Promise<{ data: unknown; text: string; isError: boolean }>;
  close(): Promise<void>;
}

let tokens = 0;
const created = z.object({ data: z.object({ accessKey: z.string() }) });
const toolResult = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
});

interface Permission {
  action: string;
  subject?: string | undefined;
  /** Strapi's conditions by their id; default: none. */
  conditions?: readonly string[];
}

/** Connects with a new token that has these permissions; in a text, the subject follows the action after a space. */
export async function connectAssistant(
  site: BootedSite,
  permissions: readonly (string | Permission)[],
): Promise<Assistant> {
  const adminPermissions = permissions.map((each) => {
    const { action, subject = null, conditions = [] } = typeof each === 'string' ? permissionIn(each) : each;
    return { action, subject, properties: {}, conditions };
  });
  tokens += 1;
  const token = { name: `assistant ${tokens}`, description: '', lifespan: null, adminPermissions };
  const { status, body } = await site.admin('POST', '/admin/admin-tokens', token);
  if (status !== 201) throw new Error(`creating the token returned ${status}: ${JSON.stringify(body)}`);
  const headers = { authorization: `Bearer ${created.parse(body).data.accessKey}` };
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${site.url}/mcp`), { requestInit: { headers } }));
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(tool, given = {}) {
      const { content, structuredContent, isError } = toolResult.parse(
        await client.callTool({ name: tool, arguments: given }),
      );
      return { data: structuredContent, text: content.map(({ text }) => text).join('\n'), isError };
    },
    close: () => client.close(),
  };
}

function permissionIn(text: string): Permission {
  const [action = '', subject] = text.split(' ');
  return { action, subject };
}
