import { posix } from 'node:path';
import ts from 'typescript';

/** A file below `server/src`, with its text. */
export interface NamedFile {
  path: string;
  text: string;
}

/** A name with more than one meaning, and the files that define it. */
export interface Duplicate {
  name: string;
  paths: string[];
}

/** Folders of Strapi's own layout, whose files and exports have the names of what they expose. */
const edge = [
  'config',
  'content-types',
  'controllers',
  'middlewares',
  'policies',
  'routes',
  'services',
  'graphql-schema',
];

/** File names that appear in two rooms; except in Strapi's own folders, and except a room's index.ts. */
export function fileNamesUsedTwice(paths: readonly string[]): Duplicate[] {
  return duplicatesAmong(
    paths
      .filter((path) => isInRoom(path) && posix.basename(path) !== 'index.ts')
      .map((path) => ({ name: posix.basename(path), path, owner: roomOf(path) })),
  );
}

/** Names that two files in rooms export for different things; re-exports count once. */
export function namesExportedTwice(files: readonly NamedFile[]): Duplicate[] {
  return duplicatesAmong(
    files
      .filter(({ path }) => isInRoom(path))
      .flatMap(({ path, text }) => exportedNames(path, text).map((name) => ({ name, path, owner: path }))),
  );
}

const isInRoom = (path: string) => !edge.includes(roomOf(path));

/** The folder of a file below `server/src`; the rooms of `catalog` are its own folders. */
function roomOf(path: string): string {
  const [first = '', second = '', ...rest] = posix.relative('server/src', path).split('/');
  if (second === '') return '';
  return first === 'catalog' && rest.length > 0 ? `${first}/${second}` : first;
}

function duplicatesAmong(uses: readonly { name: string; path: string; owner: string }[]): Duplicate[] {
  const byName = new Map<string, Map<string, string>>();
  for (const { name, path, owner } of uses)
    byName.set(name, (byName.get(name) ?? new Map<string, string>()).set(owner, path));
  return [...byName]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => ({ name, paths: [...paths.values()].sort() }));
}

function exportedNames(path: string, text: string): string[] {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return statements.filter(isExported).flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    return isNamed(statement) && statement.name ? [statement.name.text] : [];
  });
}

function isNamed(
  statement: ts.Statement,
): statement is ts.FunctionDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  );
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const kinds = modifiers.map(({ kind }) => kind);
  return kinds.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DefaultKeyword);
}
