import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';

/** The fields of a `package.json` that are used. */
export interface Manifest {
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/**
 * Packages that the built files require and the manifest doesn't declare: an installation would lack them.
 * @param folder of the installed package
 * @returns one line each, empty if all are declared
 */
export function findUndeclaredPackages(folder: string, manifest: Manifest): string[] {
  const declared = new Set([
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}),
  ]);
  return listFiles(folder, 'dist')
    .filter((file) => /\.[cm]?js$/.test(file))
    .flatMap((file) =>
      readSpecifiers(join(folder, file))
        .filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier))
        .filter((specifier) => !declared.has(packageOf(specifier)))
        .map((specifier) => `${file} asks for "${specifier}", which package.json does not declare`),
    );
}

/** Relative imports in the built files that don't resolve to a file of the package. */
export function findMissingFiles(folder: string): string[] {
  return [...listFiles(folder, 'dist'), 'strapi-server.js', 'strapi-admin.js', 'bin/commerce-bridge.js']
    .filter((file) => /\.[cm]?js$/.test(file))
    .flatMap((file) =>
      readSpecifiers(join(folder, file))
        .filter((specifier) => specifier.startsWith('.'))
        .filter((specifier) => !existsSync(join(folder, file, '..', specifier)))
        .map((specifier) => `${file} asks for "${specifier}", which is not in the package`),
    );
}

/** Every file below a folder of the package, relative to the package. */
export function listFiles(folder: string, below: string): string[] {
  return readdirSync(join(folder, below), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

function readSpecifiers(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return [...new Set(importedFiles.map((imported) => imported.fileName))];
}

function packageOf(specifier: string): string {
  const [first, second] = specifier.split('/');
  return specifier.startsWith('@') ? `${first}/${second}` : (first ?? specifier);
}
