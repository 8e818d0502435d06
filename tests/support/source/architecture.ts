import type { Import, SourceFile } from './read-source';

/** The message for a file that breaks a rule: what it does, and the rule. */
export type Violation = string;

/** From the bottom: a room can use the rooms below it. Rooms on the same level only share ports, which are types. */
const floors: readonly (readonly string[])[] = [
  ['lib'],
  ['metrics'],
  ['database'],
  ['instances'],
  ['catalog/model'],
  ['catalog/tables'],
  ['catalog/views'],
  ['catalog/search'],
  ['catalog/changes'],
  ['catalog/product-index'],
  ['catalog/extras'],
  ['catalog/writing'],
  ['catalog/removal'],
  ['catalog/verification'],
  ['catalog/images'],
  ['catalog/shop'],
  ['catalog/columns'],
  ['catalog/reading'],
  ['catalog/responses'],
  ['catalog/admin'],
  ['catalog/create-catalog', 'catalog/create-catalog-writer'],
  ['upstream'],
  ['settings'],
  ['markets'],
  ['outbox'],
  ['sync', 'webhooks', 'storefront', 'purging', 'field-import'],
  ['health'],
  ['operator'],
  ['http'],
];
const edge = [
  'config',
  'content-types',
  'routes',
  'controllers',
  'middlewares',
  'policies',
  'services',
  'graphql-schema',
  'assistants',
];

/** Where each third-party library may be imported, below server/src. `zod` may be imported anywhere above `lib`. */
const homes: Record<string, RegExp> = {
  got: /^upstream\/http\/got-[a-z-]+\.ts$/,
  ioredis: /^instances\/ioredis-[a-z-]+\.ts$/,
  graphql: /^storefront\/graphql-[a-z-]+\.ts$/,
  cronstrue: /^lib\/cronstrue-words\.ts$/,
  'lru-cache': /\/lru-[a-z-]+\.ts$/,
  'prom-client': /^metrics\/prom-client-[a-z-]+\.ts$/,
  'node-cron': /\/node-cron-scheduler\.ts$/,
  htmlparser2: /^catalog\/model\/text\.ts$/,
  '@sindresorhus/slugify': /^upstream\/mapping\/slug-claim\.ts$/,
  '@paralleldrive/cuid2': /^join-base\.ts$/,
  nanoid: /^catalog\/writing\/nanoid-[a-z-]+\.ts$/,
  zod: /^(?!lib\/)/,
};

const publicStrapi = [
  '@strapi/strapi',
  '@strapi/strapi/admin',
  '@strapi/utils',
  '@strapi/design-system',
  '@strapi/icons',
  '@strapi/icons/symbols',
];

/** Every rule of the layout that a file breaks; empty when it breaks none. */
export function judge(source: SourceFile): Violation[] {
  const rules = source.path.startsWith('server/src/')
    ? [...serverImports(source), ...serverAmbient(source)]
    : [...partImports(source)];
  return [...rules, ...strapiImports(source)];
}

function* serverImports(source: SourceFile): Iterable<Violation> {
  const from = source.path.slice('server/src/'.length);
  for (const imported of source.imports) {
    const broken = imported.isForeign ? foreignRule(from, imported) : ownRule(from, imported);
    if (broken !== null) yield `${source.path} imports ${imported.to}: ${broken}`;
  }
}

function foreignRule(from: string, { to, isTypeOnly }: Import): string | null {
  const library = to.startsWith('@') ? to.split('/').slice(0, 2).join('/') : (to.split('/')[0] ?? to);
  if (to.startsWith('node:timers')) return 'time comes in as a clock';
  if (to.startsWith('node:')) return null;
  if (library.startsWith('@strapi')) {
    return isHost(from) || /(^|\/)strapi-[a-z-]+\.ts$/.test(from)
      ? null
      : 'only the edge, http and files named strapi-* know Strapi';
  }
  if (library === 'koa')
    return isTypeOnly && isHost(from) ? null : 'only the edge and http know koa, and only its types';
  if (library === 'knex') {
    return isTypeOnly && (/^(database|catalog)\//.test(from) || /\/knex-[a-z-]+\.ts$/.test(from))
      ? null
      : 'the connection comes in as an argument: types only, in database, catalog and files named knex-*';
  }
  const home = homes[library];
  if (home === undefined) return 'no file is named for this library; name one in tests/support/source/architecture.ts';
  return home.test(from) ? null : `only files named for ${library} import it`;
}

function ownRule(from: string, { to, isTypeOnly }: Import): string | null {
  if (to.startsWith('contracts/')) {
    return isTypeOnly || !/^(lib|catalog|upstream)\//.test(from)
      ? null
      : 'lib, catalog and upstream use types of contracts only';
  }
  if (!to.startsWith('server/src/')) return 'the server uses its own files and contracts only';
  const target = to.slice('server/src/'.length);
  if (/^catalog\/[a-z-]+\/./.test(target) && !from.startsWith('catalog/')) {
    return 'outside the catalog, each of its rooms is used through its index.ts';
  }
  if (isEdge(from)) return null;
  if (isEdge(target)) return 'the rooms know nothing of the edge or the container';
  const own = floorOf(from);
  const other = floorOf(target);
  if (own === null || other === null) return 'every file of the server belongs to a room of the layout';
  if (roomOf(from) === roomOf(target) || other < own) return null;
  if (other > own)
    return `${roomOf(from)} is below ${roomOf(target)}: ${floors.map((rooms) => rooms.join(', ')).join(' ← ')}`;
  return isTypeOnly ? null : "rooms of one floor meet through a port, not through each other's insides";
}

const partOf = (path: string): string => path.split('/')[0] ?? path;
/** A folder below server/src; for the catalog, one of its folders, or the file that joins them. */
const roomOf = (path: string): string =>
  path
    .replace(/\.ts$/, '')
    .split('/')
    .slice(0, path.startsWith('catalog/') ? 2 : 1)
    .join('/');
// Files outside of the rooms (index, register, bootstrap, destroy, container, permissions) belong to the edge.
const isEdge = (path: string): boolean => !path.includes('/') || edge.includes(roomOf(path));
const isHost = (path: string): boolean => isEdge(path) || roomOf(path) === 'http';
const floorOf = (path: string): number | null => {
  const index = floors.findIndex((rooms) => rooms.includes(roomOf(path)));
  return index === -1 ? null : index;
};

function* serverAmbient(source: SourceFile): Iterable<Violation> {
  const from = source.path.slice('server/src/'.length);
  for (const use of source.ambient) {
    if (use === 'process.env' && from.startsWith('config/')) continue;
    if (use === 'Math.random' && from === 'environment.ts') continue;
    if (from === 'lib/clock.ts' && use !== 'process.env' && !use.endsWith('.strapi')) continue;
    yield `${source.path} uses ${use}: ${ambientRule(use)}`;
  }
}

function ambientRule(use: string): string {
  if (use === 'process.env') return 'the environment is read in config only';
  if (use === 'Math.random') return 'randomness comes in as an argument';
  if (use === 'AbortSignal.any') return 'lib/follow-signals.ts leaves nothing on signals that last';
  if (use.endsWith('.strapi')) return 'Strapi comes in as an argument';
  return 'time comes in as a clock';
}

function* partImports(source: SourceFile): Iterable<Violation> {
  const part = partOf(source.path);
  for (const { to, isForeign, isTypeOnly } of source.imports) {
    const says = (rule: string): Violation => `${source.path} imports ${to}: ${rule}`;
    if (isForeign) {
      if (part === 'contracts' && to !== 'zod') yield says('contracts import zod only');
      const isSiteLoader = isTypeOnly && source.path === 'cli/src/site/strapi-process.ts' && to === '@strapi/strapi';
      if (part === 'cli' && !/^(node:.+|commander|zod)$/.test(to) && !isSiteLoader) yield says(commandLineRule);
      if (part === 'client' && to !== 'openapi-fetch')
        yield says('the client imports openapi-fetch only: everything else would end in the pages of frontends');
      continue;
    }
    if (to.startsWith(`${part}/`)) {
      const broken = adminRule(source.path, to);
      if (broken !== null) yield says(broken);
      continue;
    }
    if (part === 'cli' && /^(contracts\/|client\/src$)/.test(to)) continue;
    if (part === 'admin' && to.startsWith('contracts/') && isTypeOnly) continue;
    if (part === 'admin') yield says('the admin uses its own files, and of contracts the types');
    else
      yield says(
        part === 'simulator'
          ? 'the simulator imports nothing of ours, so that it can disagree with us'
          : `${part} imports its own files only`,
      );
  }
}

const commandLineRule = 'the command line imports commander and zod only: all else would be bundled into it';

const settingsPages = 'admin/src/pages/settings/';
const bridgePages = 'admin/src/pages/bridge/';

function adminRule(from: string, to: string): string | null {
  if (!to.startsWith('admin/src/pages/') || from === 'admin/src/index.ts') return null;
  if (!from.startsWith('admin/src/pages/')) return 'what pages share is next to them and imports none of them';
  const isAcross =
    (from.startsWith(settingsPages) && to.startsWith(bridgePages)) ||
    (from.startsWith(bridgePages) && to.startsWith(settingsPages));
  return isAcross ? 'settings pages and bridge pages meet in what they share, not in each other' : null;
}

function* strapiImports(source: SourceFile): Iterable<Violation> {
  for (const { to, isForeign } of source.imports) {
    if (isForeign && to.startsWith('@strapi/') && !publicStrapi.includes(to)) {
      yield `${source.path} imports ${to}: only what Strapi publishes for plugins is used`;
    }
  }
}
