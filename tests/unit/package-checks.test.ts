import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findMissingFiles, findUndeclaredPackages } from '../../scripts/lib/package-checks';

const folders: string[] = [];

function aPackage(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'package-checks-'));
  folders.push(folder);
  const whole = {
    'strapi-server.js': '',
    'strapi-admin.js': '',
    'bin/commerce-bridge.js': '',
    'dist/server/index.js': '',
    ...files,
  };
  for (const [path, content] of Object.entries(whole)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('a package that the build requires and package.json does not declare is reported with its file', () => {
  const folder = aPackage({
    'dist/server/index.js': "const a = require('got'); const b = require('lodash/fp'); const c = require('node:fs');",
    'dist/admin/index.mjs':
      "import { Box } from '@strapi/design-system'; const page = () => import('@acme/icons/dist');",
  });

  const undeclared = findUndeclaredPackages(folder, {
    dependencies: { got: '^14.0.0' },
    peerDependencies: { '@strapi/design-system': '^2.0.0' },
  });

  expect(undeclared).toEqual([
    'dist/admin/index.mjs asks for "@acme/icons/dist", which package.json does not declare',
    'dist/server/index.js asks for "lodash/fp", which package.json does not declare',
  ]);
});

test('a file that the build or a root file requires and the package lacks is reported', () => {
  const folder = aPackage({
    'strapi-server.js': "module.exports = require('./dist/server/index.js');",
    'strapi-admin.js': "export { default } from './dist/admin/index.mjs';",
    'dist/server/index.js': "require('./chunk.js');",
  });

  expect(findMissingFiles(folder)).toEqual([
    'dist/server/index.js asks for "./chunk.js", which is not in the package',
    'strapi-admin.js asks for "./dist/admin/index.mjs", which is not in the package',
  ]);
});
