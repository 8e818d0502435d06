import type { SourceFile } from './read-source';

/** Files that import each other in a circle, in the order of their imports; type-only imports count, too. */
export type Circle = readonly string[];

/**
 * One circle for each group of files that import each other, directly or indirectly; none when imports only go one way.
 */
export function circlesAmong(sources: readonly SourceFile[]): Circle[] {
  const paths = new Set(sources.map(({ path }) => path));
  const imports = new Map(
    sources.map(({ path, imports: own }) => [
      path,
      own.flatMap(({ to, isForeign }) => (isForeign ? [] : (fileOf(to, paths) ?? []))),
    ]),
  );
  const isDone = new Set<string>();
  const circles: Circle[] = [];

  function visit(path: string, way: readonly string[]): void {
    const start = way.indexOf(path);
    if (start !== -1) {
      circles.push([...way.slice(start), path]);
      return;
    }
    if (isDone.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...way, path]);
    isDone.add(path);
  }

  for (const path of paths) visit(path, []);
  return circles;
}

function fileOf(specifier: string, paths: ReadonlySet<string>): string | null {
  const candidates = [
    specifier,
    ...['.ts', '.tsx', '/index.ts', '/index.tsx'].map((ending) => `${specifier}${ending}`),
  ];
  return candidates.find((candidate) => paths.has(candidate)) ?? null;
}
