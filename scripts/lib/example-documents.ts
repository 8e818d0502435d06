import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from './paths';

const documents = ['docs/client.md'];
const marked = /(?<=<!-- file: (\S+) -->\n```\w+\n)[\s\S]*?(?=```\n)/g;

/** Each document that shows files of `docs/examples`, as it is and as it should be. */
export function exampleDocuments(): { path: string; present: string; expected: string }[] {
  return documents.map((path) => {
    const present = readFileSync(join(repository, path), 'utf8');
    const expected = present.replace(marked, (_, file: string) =>
      readFileSync(join(repository, dirname(path), file), 'utf8'),
    );
    return { path, present, expected };
  });
}

/** Writes the files into their documents. */
export function writeExampleDocuments(): void {
  for (const { path, expected } of exampleDocuments()) writeFileSync(join(repository, path), expected);
}
