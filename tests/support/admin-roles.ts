import { z } from 'zod';
import type { Administrator, Login } from '../../scripts/lib/administrator';

const created = z.object({ data: z.object({ id: z.number() }) });
const invited = z.object({ data: z.object({ registrationToken: z.string() }) });

/** What an editor may do with a content type in the Content Manager. */
export interface ContentPermission {
  subject: string;
  actions: ('create' | 'read' | 'update')[];
  fields: string[];
}

export interface EditorOptions {
  name: string;
  /** Of the plugin, without their prefix, for example `settings.read`. */
  permissions: string[];
  /** Default: none. */
  content?: ContentPermission[];
}

/** Creates an administrator whose only role has these permissions. */
export async function createEditor(
  administrator: Pick<Administrator, 'request'>,
  { name, permissions, content = [] }: EditorOptions,
): Promise<Login> {
  const login = { email: `${name}@example.com`, password: 'Commerce-Bridge-1' };
  const role = created.parse(
    await responseOf(administrator, {
      method: 'POST',
      path: '/admin/roles',
      body: { name, description: 'made by a test' },
    }),
  );
  const granted = permissions.map((permission) => ({
    action: `plugin::commerce-bridge.${permission}`,
    subject: null,
    properties: {},
    conditions: [],
  }));
  const contents = content.flatMap(({ subject, actions, fields }) =>
    actions.map((action) => ({
      action: `plugin::content-manager.explorer.${action}`,
      subject,
      properties: { fields },
      conditions: [],
    })),
  );
  await responseOf(administrator, {
    method: 'PUT',
    path: `/admin/roles/${role.data.id}/permissions`,
    body: { permissions: [...granted, ...contents] },
  });
  const person = { firstname: name, lastname: 'Editor' };
  const user = invited.parse(
    await responseOf(administrator, {
      method: 'POST',
      path: '/admin/users',
      body: { ...person, email: login.email, roles: [role.data.id] },
    }),
  );
  await responseOf(administrator, {
    method: 'POST',
    path: '/admin/register',
    body: { registrationToken: user.data.registrationToken, userInfo: { ...person, password: login.password } },
  });
  return login;
}

const roles = z.object({ data: z.array(z.object({ id: z.number(), name: z.string() })) });

/** Takes all permissions from a role that `createEditor` made, as another administrator may do at any time. */
export async function revokePermissions(administrator: Pick<Administrator, 'request'>, name: string): Promise<void> {
  const { data } = roles.parse(
    await responseOf(administrator, { method: 'GET', path: '/admin/roles', body: undefined }),
  );
  const role = data.find((each) => each.name === name);
  if (role === undefined) throw new Error(`there is no role ${name}, only ${data.map((each) => each.name).join(', ')}`);
  await responseOf(administrator, {
    method: 'PUT',
    path: `/admin/roles/${role.id}/permissions`,
    body: { permissions: [] },
  });
}

async function responseOf(
  administrator: Pick<Administrator, 'request'>,
  request: { method: string; path: string; body: unknown },
): Promise<unknown> {
  const { status, body } = await administrator.request(request.method, request.path, request.body);
  if (status >= 300) throw new Error(`${request.method} ${request.path} returned ${status}: ${JSON.stringify(body)}`);
  return body;
}
