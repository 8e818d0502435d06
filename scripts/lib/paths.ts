import { join, resolve } from 'node:path';

/** Folders of this repository, absolute. */
export const repository = resolve(__dirname, '..', '..');
export const playground = join(repository, 'playground');
/** Everything here can be deleted at any time; it is ignored by git. */
export const cache = join(repository, '.cache');
export const binaries = join(repository, 'node_modules', '.bin');
/**
 * The command of TypeScript 7, which has no API yet; `typescript` is a version with one, for tools that read code
 * (docs/decisions/0024-oxlint.md).
 */
export const typeChecker = join(repository, 'node_modules', 'typescript-native', 'bin', 'tsc');

/** The name of the package this repository publishes. */
export const packageName = 'strapi-plugin-commerce-bridge';
