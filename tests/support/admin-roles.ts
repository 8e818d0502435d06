import { z } from 'zod';
import type { Administrator, Login } from '../../scripts/lib/administrator';

const created = z.object({ data: z.object({ id: z.number() }) });
const invited = z.object({ data: z.object({ registrationToken: z.string() }) });

/**
 * Creates an administrator whose only role has these permissions of the plugin.
 * @param permissions without their prefix, for example `settings.read`
 */
export async function createEditor(administrator: Administrator, { name, permissions }: { name: string; permissions: string[] }): Promise<Login> {
  const login = { email: `${name}@example.com`, password: 'Commerce-Bridge-1' };
  const role = created.parse(await answerOf(administrator, { method: 'POST', path: '/admin/roles', body: { name, description: 'made by a test' } }));
  const granted = permissions.map((permission) => ({
    action: `plugin::commerce-bridge.${permission}`,
    subject: null,
    properties: {},
    conditions: [],
  }));
  await answerOf(administrator, { method: 'PUT', path: `/admin/roles/${role.data.id}/permissions`, body: { permissions: granted } });
  const person = { firstname: name, lastname: 'Editor' };
  const user = invited.parse(
    await answerOf(administrator, { method: 'POST', path: '/admin/users', body: { ...person, email: login.email, roles: [role.data.id] } }),
  );
  await answerOf(administrator, {
    method: 'POST',
    path: '/admin/register',
    body: { registrationToken: user.data.registrationToken, userInfo: { ...person, password: login.password } },
  });
  return login;
}

async function answerOf(administrator: Administrator, request: { method: string; path: string; body: unknown }): Promise<unknown> {
  const { status, body } = await administrator.request(request.method, request.path, request.body);
  if (status >= 300) throw new Error(`${request.method} ${request.path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
