import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { usualMiddlewares } from '../lib/bare-site';
import { writeKeys } from '../lib/site-environment';
import type { ModuleForm, SiteCase } from './site-case';

const kept = /^(node_modules|package-lock\.json|pnpm-lock\.yaml|yarn\.lock|plugin-\w+\.tgz)$/;

/**
 * Writes a site with its own content type, which has fields for products if the site has the plugin, and deletes the
 * files of the previous case.
 */
export function writeSite(folder: string, site: SiteCase, { hasPlugin }: { hasPlugin: boolean }): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((present) => !kept.test(present)))
    rmSync(join(folder, name), { recursive: true });
  for (const [path, content] of Object.entries({ ...configuration(site), ...stories(site, hasPlugin) })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  writeKeys(folder);
}

function configuration(site: SiteCase): Record<string, string> {
  const { form, panel = '/admin', restPrefix = '/api', cookiePath, below } = site;
  const extension = extensionOf(form);
  return {
    'public/uploads/.gitkeep': '',
    'database/migrations/.gitkeep': '',
    ...(form === 'typescript' && { 'tsconfig.json': JSON.stringify(typescript) }),
    [`config/server.${extension}`]: configured(
      form,
      `host: env('HOST'), port: env.int('PORT'), app: { keys: env.array('APP_KEYS') }${below === undefined ? '' : `, url: '${below}', proxy: { koa: true }`}`,
    ),
    [`config/admin.${extension}`]: configured(
      form,
      `${site.withoutPanel === true ? 'serveAdminPanel: false, ' : ''}url: '${panel}', auth: { secret: env('ADMIN_JWT_SECRET')${cookiePath === undefined ? '' : `, cookie: { path: '${cookiePath}' }`} }, apiToken: { salt: env('API_TOKEN_SALT') },
  transfer: { token: { salt: env('TRANSFER_TOKEN_SALT') } }, secrets: { encryptionKey: env('ENCRYPTION_KEY') }`,
    ),
    [`config/api.${extension}`]: configured(form, `rest: { prefix: '${restPrefix}' }`),
    [`config/database.${extension}`]: configured(form, "connection: JSON.parse(env('DATABASE_CONNECTION'))"),
    [`config/middlewares.${extension}`]: exported(form, JSON.stringify(usualMiddlewares)),
    [`src/index.${extension}`]: exported(form, '{ register() {}, bootstrap() {} }'),
  };
}

function stories({ form, strapiBy }: SiteCase, hasPlugin: boolean): Record<string, string> {
  const folder = 'src/api/story';
  const extension = extensionOf(form);
  const made = (maker: string, rest = ''): string => {
    return (
      loads[form === 'esm' ? (strapiBy ?? 'import') : form] +
      exported(form, `factories.${maker}('api::story.story'${rest})`)
    );
  };
  return {
    [`${folder}/content-types/story/schema.json`]: JSON.stringify(schemaOf(hasPlugin), null, 2),
    [`${folder}/controllers/story.${extension}`]: made('createCoreController'),
    [`${folder}/services/story.${extension}`]: made('createCoreService'),
    [`${folder}/routes/story.${extension}`]: made('createCoreRouter', ', { config: { find: { auth: false } } }'),
  };
}

const loads = {
  commonjs: "const { factories } = require('@strapi/strapi');\n",
  typescript: "import { factories } from '@strapi/strapi';\n",
  import: "import { factories } from '@strapi/strapi';\n",
  createRequire:
    "import { createRequire } from 'node:module';\nconst { factories } = createRequire(import.meta.url)('@strapi/strapi');\n",
};

const schemaOf = (hasPlugin: boolean): object => ({
  kind: 'collectionType',
  collectionName: 'stories',
  info: { singularName: 'story', pluralName: 'stories', displayName: 'Story' },
  options: { draftAndPublish: false },
  attributes: {
    title: { type: 'string', required: true },
    ...(hasPlugin && { hero: { type: 'customField', customField: 'plugin::commerce-bridge.product' } }),
  },
});

// As written by Strapi's own site generator.
const typescript = {
  extends: '@strapi/typescript-utils/tsconfigs/server',
  compilerOptions: { outDir: 'dist', rootDir: '.' },
  include: ['./', './**/*.ts', 'src/**/*.json'],
  exclude: ['node_modules/', 'build/', 'dist/', '.cache/', '.tmp/', 'src/admin/', '**/*.test.*', 'src/plugins/**'],
};

const extensionOf = (form: ModuleForm): string => (form === 'typescript' ? 'ts' : 'js');

const exported = (form: ModuleForm, value: string): string =>
  `${form === 'commonjs' ? 'module.exports =' : 'export default'} ${value};\n`;

const configured = (form: ModuleForm, properties: string): string => exported(form, `({ env }) => ({ ${properties} })`);
