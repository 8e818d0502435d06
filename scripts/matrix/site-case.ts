import { newestStrapi } from '../lib/bare-site';

/** The module format of the site's files. */
export type ModuleForm = 'commonjs' | 'esm' | 'typescript';

/** A site as users have it: how it differs from a new JavaScript site with the newest Strapi on SQLite. */
export interface SiteCase {
  /** The value for `--only`. */
  name: string;
  title: string;
  strapi: string;
  /** A major version, from the registry. Default: the Node that runs this. */
  node?: '22' | '24';
  manager: 'npm' | 'pnpm' | 'yarn';
  form: ModuleForm;
  /** Whether `package.json` contains `"type": "module"`. Always true for `esm`. */
  isModule?: boolean;
  /** Version of better-sqlite3. Default: 12, as in Strapi's own site generator. `none`: it is not installed. */
  driver?: '13' | 'none';
  /** How files of an ES module site load `@strapi/strapi`. Default: by `import`. */
  strapiBy?: 'createRequire';
  /** Default: SQLite. */
  database?: 'postgres-schema' | 'mariadb-collation';
  /** `api.rest.prefix`. Default: `/api`. */
  restPrefix?: string;
  /** Default: `/admin`. */
  panel?: string;
  /** `admin.auth.cookie.path`. Default: Strapi's. */
  cookiePath?: string;
  /** The path prefix under which a proxy serves the site. Default: no proxy. */
  below?: string;
  /** Whether the site's folder is read-only while it runs. */
  isReadOnly?: boolean;
  /** Whether the admin panel is neither built nor served. */
  withoutPanel?: boolean;
  /** Whether development dependencies are removed after the build. */
  withoutDevelopment?: boolean;
}

const usual = { strapi: newestStrapi(), manager: 'npm', form: 'commonjs' } as const;

/** The oldest version that `peerDependencies` allows. */
export const oldestStrapi = '5.14.0';

export const siteCases: readonly SiteCase[] = [
  { ...usual, name: 'newest', title: 'a new site' },
  { ...usual, name: 'oldest', title: 'the oldest Strapi', strapi: oldestStrapi },
  // Nothing is compiled or built for these two cases, so that `npm test` can run them, too.
  {
    ...usual,
    name: 'oldest-node-22',
    title: 'the oldest Strapi on Node 22, a schema other than `public`, no panel',
    strapi: oldestStrapi,
    node: '22',
    driver: 'none',
    database: 'postgres-schema',
    withoutPanel: true,
  },
  // Shares the installed packages of the case above, and differs in everything else.
  {
    ...usual,
    name: 'oldest-node-24',
    title:
      'the oldest Strapi on Node 24, `api.rest.prefix: /content`, below `/cms` at a proxy, the collation `utf8mb4_bin`, no panel',
    strapi: oldestStrapi,
    node: '24',
    driver: 'none',
    database: 'mariadb-collation',
    restPrefix: '/content',
    below: '/cms',
    withoutPanel: true,
  },
  { ...usual, name: 'first-assistants', title: 'the first Strapi with an MCP server', strapi: '5.47.0' },
  { ...usual, name: 'node-22', title: 'Node 22', node: '22' },
  { ...usual, name: 'node-24', title: 'Node 24, better-sqlite3 13', node: '24', driver: '13' },
  { ...usual, name: 'node-24-driver-12', title: 'Node 24, better-sqlite3 12', node: '24' },
  { ...usual, name: 'typescript', title: 'a site in TypeScript', form: 'typescript' },
  {
    ...usual,
    name: 'esm',
    title: '`"type": "module"`, `@strapi/strapi` by `createRequire`',
    form: 'esm',
    strapiBy: 'createRequire',
  },
  {
    ...usual,
    name: 'typescript-module',
    title: 'a site in TypeScript with `"type": "module"`',
    form: 'typescript',
    isModule: true,
  },
  { ...usual, name: 'esm-import', title: '`"type": "module"`, `@strapi/strapi` by `import`', form: 'esm' },
  {
    ...usual,
    name: 'production',
    title: 'TypeScript, built, then `npm prune --omit=dev`',
    form: 'typescript',
    withoutDevelopment: true,
  },
  { ...usual, name: 'postgres-schema', title: 'a schema other than `public`', database: 'postgres-schema' },
  { ...usual, name: 'mariadb-collation', title: 'the collation `utf8mb4_bin`', database: 'mariadb-collation' },
  {
    ...usual,
    name: 'paths',
    title: '`api.rest.prefix: /content`, panel at `/backstage`, `admin.auth.cookie.path: /`',
    restPrefix: '/content',
    panel: '/backstage',
    cookiePath: '/',
  },
  { ...usual, name: 'paths-cookie', title: "panel at `/backstage`, Strapi's own cookie path", panel: '/backstage' },
  {
    ...usual,
    name: 'sub-path',
    title: 'below `/cms` at a proxy, `admin.auth.cookie.path: /`',
    below: '/cms',
    cookiePath: '/',
  },
  { ...usual, name: 'read-only', title: "the site's folder read-only while it runs", isReadOnly: true },
  { ...usual, name: 'pnpm', title: 'installed by pnpm', manager: 'pnpm' },
  { ...usual, name: 'yarn', title: 'installed by yarn', manager: 'yarn' },
  { ...usual, name: 'yarn-node-22', title: 'installed by yarn, Node 22', manager: 'yarn', node: '22' },
];
