/** What the map in ARCHITECTURE.md names, relative to the repository; folders end with a slash. */
export function mappedPaths(document: string): string[] {
  const [, map = ''] = /## Where things live\n\n```text\n([\s\S]*?)```/.exec(document) ?? [];
  const parents: string[] = [];
  return map
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const depth = (line.length - line.trimStart().length) / 2;
      const [names = ''] = line.trim().split(/ {2,}/);
      const paths = names.split(', ').map((name) => `${parents.slice(0, depth).join('')}${name}`);
      parents[depth] = paths.length === 1 && paths[0]?.endsWith('/') ? (names ?? '') : '';
      return paths;
    });
}

/** The files that a walk in ARCHITECTURE.md names, in order, relative to `server/src`. */
export function walkedFiles(document: string, heading: string): string[] {
  const section = document.split(/^#{2,3} /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
}
