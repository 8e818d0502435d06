import { z } from 'zod';
import type { Administrator, Login } from '../../../scripts/lib/administrator';

const created = z.object({ data: z.object({ id: z.number() }) });
const invited = z.object({ data: z.object({ registrationToken: z.string() }) });

/** What an editor can do with a content type in the Content Manager. */
export interface ContentPermission {
  subject: string;
  actions: ('create' | 'read' | 'update')[];
  fields: string[];
  /** The languages of its entries; default: all. */
  locales?: string[];
  /** Strapi's conditions by their id; default: none. */
  conditions?: string[];
}

export interface EditorOptions {
  name: string;
  /** The plugin's permissions, without their prefix, for example `settings.read`. */
  permissions: string[];
  /** Strapi's conditions of these permissions, by their id; default: none. */
  conditions?: string[];
  /** Default: none. */
  content?: ContentPermission[];
}

/** Creates an administrator whose only role has these permissions. */
export async function createEditor(
  administrator: Pick<Administrator, 'request'>,
  { name, permissions, conditions = [], content = [] }: EditorOptions,
): Promise<Login> {
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
    conditions,
  }));
  const contents = content.flatMap(({ subject, actions, fields, locales, conditions: ofContent = [] }) =>
    actions.map((action) => ({
      action: `plugin::content-manager.explorer.${action}`,
      subject,
      properties: { fields, ...(locales && { locales }) },
      conditions: ofContent,
    })),
  );
  await responseOf(administrator, {
    method: 'PUT',
    path: `/admin/roles/${role.data.id}/permissions`,
    body: { permissions: [...granted, ...contents] },
  });
  return register(administrator, { name, role: role.data.id });
}

/** Creates an administrator of one of Strapi's own roles, for example `strapi-editor`. */
export async function createUserOf(
  administrator: Pick<Administrator, 'request'>,
  code: 'strapi-editor' | 'strapi-author',
): Promise<Login> {
  return register(administrator, {
    name: code,
    role: (await findRole(administrator, (role) => role.code === code)).id,
  });
}

async function register(
  administrator: Pick<Administrator, 'request'>,
  { name, role }: { name: string; role: number },
): Promise<Login> {
  const login = { email: `${name}@example.com`, password: 'Commerce-Bridge-1' };
  const person = { firstname: name, lastname: 'Editor' };
  const user = invited.parse(
    await responseOf(administrator, {
      method: 'POST',
      path: '/admin/users',
      body: { ...person, email: login.email, roles: [role] },
    }),
  );
  await responseOf(administrator, {
    method: 'POST',
    path: '/admin/register',
    body: { registrationToken: user.data.registrationToken, userInfo: { ...person, password: login.password } },
  });
  return login;
}

const roles = z.object({ data: z.array(z.object({ id: z.number(), name: z.string(), code: z.string() })) });
type Role = z.infer<typeof roles>['data'][number];

const users = z.object({
  data: z.object({
    results: z.array(z.object({ id: z.number(), email: z.string(), roles: z.array(z.object({ id: z.number() })) })),
  }),
});

/** Gives an administrator one more role, by its name. */
export async function giveRole(
  administrator: Pick<Administrator, 'request'>,
  { email, role: name }: { email: string; role: string },
): Promise<void> {
  const role = await findRole(administrator, (each) => each.name === name);
  const path = '/admin/users';
  const listed = users.parse(
    await responseOf(administrator, { method: 'GET', path: `${path}?pageSize=100`, body: undefined }),
  );
  const user = listed.data.results.find((each) => each.email === email);
  if (user === undefined) throw new Error(`there is no administrator ${email}`);
  const body = { roles: [...user.roles.map(({ id }) => id), role.id] };
  await responseOf(administrator, { method: 'PUT', path: `${path}/${user.id}`, body });
}

/** Removes all permissions from a role, given by name or code, as another administrator may do at any time. */
export async function revokePermissions(administrator: Pick<Administrator, 'request'>, name: string): Promise<void> {
  const role = await findRole(administrator, (each) => each.name === name || each.code === name);
  await responseOf(administrator, {
    method: 'PUT',
    path: `/admin/roles/${role.id}/permissions`,
    body: { permissions: [] },
  });
}

async function findRole(
  administrator: Pick<Administrator, 'request'>,
  isWanted: (role: Role) => boolean,
): Promise<Role> {
  const { data } = roles.parse(
    await responseOf(administrator, { method: 'GET', path: '/admin/roles', body: undefined }),
  );
  const role = data.find(isWanted);
  if (role === undefined)
    throw new Error(`there is no such role, only ${data.map((each) => `${each.name} (${each.code})`).join(', ')}`);
  return role;
}

async function responseOf(
  administrator: Pick<Administrator, 'request'>,
  request: { method: string; path: string; body: unknown },
): Promise<unknown> {
  const { status, body } = await administrator.request(request.method, request.path, request.body);
  if (status >= 300) throw new Error(`${request.method} ${request.path} returned ${status}: ${JSON.stringify(body)}`);
  return body;
}
