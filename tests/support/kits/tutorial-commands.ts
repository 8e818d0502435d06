import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../../scripts/lib/paths';

/** The shell commands of a document, block by block, in their order. */
export function commandsOf(document: string): string[] {
  const text = readFileSync(join(repository, document), 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => commands.trim());
}
