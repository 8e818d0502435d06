import { createHash } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { DocumentNode, FragmentDefinitionNode } from 'graphql';
import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import { CommerceBridgeError, describeError } from '../lib/errors';
import { readDocument } from './graphql-document';
import { apolloForm, fragmentsOf, normalForm, operationsOf, partsOf, printedForm } from './graphql-forms';

/** The only operations that a site allows. */
export interface Safelist {
  /** How many operations are on it. */
  size: number;
  /** True when every operation of the document is on it, regardless of its layout. */
  allows(document: DocumentNode): boolean;
  /** The document that a client identifies by a hash and, if given, the operation's name; null for none. */
  find(named: { sha256Hash: string; operationName: string | null }): string | null;
}

/** The safelist's folder cannot be used; until it can, no request passes. */
export class SafelistError extends CommerceBridgeError {
  readonly code = 'safelist_unusable';
}

interface SourceFile {
  path: string;
  text: string;
  node: DocumentNode;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Reads every `.graphql` and `.gql` file of a folder and its subfolders. A file may hold several operations, and use
 * fragments of other files. Links are followed as long as their targets are below the site's own folder.
 * @throws SafelistError that names the file and what is wrong with it
 */
export async function readSafelist({ folder, root }: { folder: string; root: string }): Promise<Safelist> {
  const files = await readFiles(await pathBelowRoot(folder, root), root);
  const allowed = new Set<string>();
  const texts = new Map<string, { text: string; operationName: string | null }>();
  for (const file of files) {
    const operations = operationsOf(file.node);
    const fragments = [...fragmentsOf(file.node), ...fragmentsOfOthers(file, files)];
    for (const operation of operations) {
      const parts = partsOf(operation, fragments);
      allowed.add(digestOf(normalForm(parts)));
      const isWholeFile =
        operations.length === 1 &&
        parts.fragments.length === fragmentsOf(file.node).length &&
        parts.fragments.every((each) => file.node.definitions.includes(each));
      // Clients hash what they send, and each serializes a document in its own way.
      const written = [
        printedForm(parts),
        apolloForm(parts),
        normalForm(parts),
        ...(isWholeFile ? [file.text, file.text.trim()] : []),
      ];
      for (const text of written) texts.set(digestOf(text), { text, operationName: operation.name?.value ?? null });
    }
  }

  return {
    size: allowed.size,
    allows: (document) =>
      operationsOf(document).every((operation) =>
        allowed.has(digestOf(normalForm(partsOf(operation, fragmentsOf(document))))),
      ),
    find({ sha256Hash, operationName }) {
      const found = texts.get(sha256Hash.toLowerCase());
      return found && (operationName === null || operationName === found.operationName) ? found.text : null;
    },
  };
}

/**
 * Resolves a path through links.
 * @throws SafelistError when the target is not below the site's folder: messages about a file that is not GraphQL quote
 * from it
 */
async function pathBelowRoot(path: string, root: string): Promise<string> {
  const [actual, actualRoot] = await Promise.all([realPathOf(path), realPathOf(root)]);
  const way = relative(actualRoot, actual);
  const isBelow = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  if (!isBelow)
    throw new SafelistError(`The safelist ${path} is not below the site's folder ${root}.`, {
      data: { flaw: 'outside', path, root },
    });
  return actual;
}

async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    throw new SafelistError(`The safelist ${path} cannot be read: ${describeError(cause)}.`, {
      data: { flaw: 'unreadable', path, detail: describeError(cause) },
      cause,
    });
  }
}

async function readFiles(folder: string, root: string): Promise<SourceFile[]> {
  const names = await namesBelow(folder);
  const files: SourceFile[] = [];
  for (const name of names.sort()) {
    const path = await pathBelowRoot(join(folder, name), root);
    try {
      const text = await readFile(path, 'utf8');
      files.push({ path, text, node: readDocument(text).node });
    } catch (cause) {
      throw new SafelistError(`${path} of the safelist cannot be used: ${describeError(cause)}`, {
        data: { flaw: 'file', path, detail: describeError(cause) },
        cause,
      });
    }
  }
  if (files.length === 0)
    throw new SafelistError(`The safelist ${folder} has no .graphql file.`, {
      data: { flaw: 'empty', path: folder },
    });
  return files;
}

async function namesBelow(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder, { recursive: true })).filter((name) => /\.(graphql|gql)$/.test(name));
  } catch (cause) {
    throw new SafelistError(`The safelist ${folder} cannot be read: ${describeError(cause)}.`, {
      data: { flaw: 'unreadable', path: folder, detail: describeError(cause) },
      cause,
    });
  }
}

/** Fragments of the other files, one of each name, except those that the file defines itself. */
function fragmentsOfOthers(file: SourceFile, files: readonly SourceFile[]): FragmentDefinitionNode[] {
  const known = new Set(fragmentsOf(file.node).map(({ name }) => name.value));
  return files
    .flatMap(({ node }) => fragmentsOf(node))
    .filter(({ name }) => {
      if (known.has(name.value)) return false;
      known.add(name.value);
      return true;
    });
}

// A folder that has been fixed is noticed soon; a broken one is not read for each request.
const retryAfter = seconds(5);

/**
 * Reads safelists when they are first needed, and caches them: a changed folder is read when the site restarts.
 * @param root the site's folder, which contains every safelist
 */
export function createSafelists({ root, clock }: { root: string; clock: Clock }): {
  of(folder: string): Promise<Safelist>;
} {
  const known = new Map<string, { safelist: Promise<Safelist>; failedAt: number | null }>();

  function read(path: string) {
    const entry: { safelist: Promise<Safelist>; failedAt: number | null } = {
      safelist: readSafelist({ folder: path, root }),
      failedAt: null,
    };
    entry.safelist.catch(() => {
      entry.failedAt = clock.monotonic();
    });
    known.set(path, entry);
    return entry;
  }

  return {
    of(folder) {
      const path = resolve(root, folder);
      const entry = known.get(path);
      const isStale =
        entry !== undefined && entry.failedAt !== null && clock.monotonic() - entry.failedAt >= retryAfter;
      return (entry && !isStale ? entry : read(path)).safelist;
    },
  };
}
