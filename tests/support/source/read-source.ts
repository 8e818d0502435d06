import { readFileSync, readdirSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import ts from 'typescript';

const repository = resolve(__dirname, '..', '..', '..');

/** One import of a source file. */
export interface Import {
  /** As written; relative ones are resolved against the repository, such as `server/src/lib/clock`. */
  to: string;
  /** True for a package or a builtin. */
  isForeign: boolean;
  /** True if nothing of it remains after compilation. */
  isTypeOnly: boolean;
}

/** The information about a file for the architecture test. */
export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  path: string;
  imports: Import[];
  /** Uses of globals, for example `process.env`, `Date.now`, `setTimeout`. */
  ambient: string[];
}

const read = new Map<string, readonly SourceFile[]>();

/** Every TypeScript file below a folder of the repository, as of the first call. */
export function readSources(folder: string): readonly SourceFile[] {
  const sources = read.get(folder) ?? readFolder(folder);
  read.set(folder, sources);
  return sources;
}

function readFolder(folder: string): SourceFile[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .map((path) => readSource(path, readFileSync(join(repository, path), 'utf8')));
}

/** Reads one file, given its text. */
export function readSource(path: string, text: string): SourceFile {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const source: SourceFile = { path, imports: [], ambient: [] };
  visit(file);
  return source;

  function visit(node: ts.Node): void {
    const found = importOf(node);
    if (found !== null) source.imports.push(resolveImport(path, found));
    const ambient = ambientOf(node);
    if (ambient !== null) source.ambient.push(ambient);
    ts.forEachChild(node, visit);
  }
}

interface WrittenImport {
  specifier: string;
  isTypeOnly: boolean;
}

function importOf(node: ts.Node): WrittenImport | null {
  if (ts.isImportDeclaration(node)) return written(node.moduleSpecifier, isTypeOnlyClause(node.importClause));
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
    return written(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return written(node.argument.literal, true);
  if (!ts.isCallExpression(node)) return null;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  const [argument] = node.arguments;
  return (isImport || isRequire) && argument !== undefined ? written(argument, false) : null;
}

function written(specifier: ts.Node, isTypeOnly: boolean): WrittenImport | null {
  return ts.isStringLiteral(specifier) ? { specifier: specifier.text, isTypeOnly } : null;
}

// `import { type A, type B }` also leaves nothing after compilation.
function isTypeOnlyClause(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const { name, namedBindings } = clause;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.length > 0 && namedBindings.elements.every((element) => element.isTypeOnly);
}

function resolveImport(path: string, { specifier, isTypeOnly }: WrittenImport): Import {
  const isForeign = !specifier.startsWith('.');
  return { to: isForeign ? specifier : posix.join(posix.dirname(path), specifier), isForeign, isTypeOnly };
}

const members = [
  'process.env',
  'Date.now',
  'Math.random',
  'performance.now',
  'global.strapi',
  'globalThis.strapi',
  'AbortSignal.any',
];
const calls = ['setTimeout', 'setInterval', 'setImmediate'];

function ambientOf(node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node)) {
    const member = `${node.expression.getText()}.${node.name.text}`;
    return members.includes(member) ? member : null;
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && (node.arguments ?? []).length === 0)
    return 'new Date()';
  if (ts.isCallExpression(node) && calls.includes(node.expression.getText())) return node.expression.getText();
  return null;
}
