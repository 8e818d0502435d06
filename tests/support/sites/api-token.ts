import { z } from 'zod';
import type { BootedSite } from './boot-site';

const created = z.object({ data: z.object({ accessKey: z.string() }) });

/** Creates an API token of the site; with `permissions`, a token that has no others. */
export async function createApiToken(
  site: Pick<BootedSite, 'admin'>,
  { name, type, permissions }: { name: string; type: string; permissions?: readonly string[] | undefined },
): Promise<string> {
  const asked = { name, description: '', type, lifespan: null, ...(permissions && { permissions }) };
  const { status, body } = await site.admin('POST', '/admin/api-tokens', asked);
  if (status !== 201) throw new Error(`no token: ${status} ${JSON.stringify(body)}`);
  return created.parse(body).data.accessKey;
}
