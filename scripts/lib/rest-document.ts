import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { restErrorStatus } from '../../contracts/rest/errors';
import { describeRestApi } from '../../contracts/rest/openapi/document';
import type { JsonSchema, Parameter } from '../../contracts/rest/openapi/openapi-types';
import { repository } from './paths';

const path = 'docs/rest.md';

/** docs/rest.md with its tables of parameters and codes: the current text, and the one generated from the contract. */
export function restDocument(): { path: string; present: string; expected: string } {
  const present = readFileSync(join(repository, path), 'utf8');
  const expected = present
    .replace(/(?<=<!-- parameters: (\w+) -->\n)[\s\S]*?(?=<!-- \/parameters -->)/g, (_, operationId: string) =>
      parameterTable(operationId),
    )
    .replace(/(?<=<!-- codes -->\n)[\s\S]*?(?=<!-- \/codes -->)/, () => codeTable());
  return { path, present, expected };
}

/** Writes the tables into the document. */
export function writeRestDocument(): void {
  writeFileSync(join(repository, path), restDocument().expected);
}

function parameterTable(operationId: string): string {
  const { paths } = describeRestApi({ baseUrl: '/', version: '', proofHeaders: { signature: '', token: '' } });
  const operation = Object.values(paths)
    .map((item) => item.get)
    .find((candidate) => candidate?.operationId === operationId);
  if (!operation) throw new Error(`${path} names an operation that does not exist: ${operationId}`);
  const rows = (operation.parameters ?? []).flatMap((parameter) =>
    'name' in parameter && parameter.in === 'query' ? [rowOf(parameter)] : [],
  );
  return table(['Parameter', 'Accepts', 'Default', 'Meaning'], rows);
}

const rowOf = ({ name, description = '', schema }: Parameter): string[] => [
  `\`${name}\``,
  takes(schema),
  schema.default === undefined ? '' : `\`${String(schema.default)}\``,
  description,
];

/** A description of what a parameter accepts. */
function takes(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items)) {
    return `comma list${schema.maxItems === undefined ? '' : ` of at most ${schema.maxItems}`}: ${takes(schema.items)}`;
  }
  if (schema.type === 'boolean') return '`true`, `false`';
  if (schema.type === 'string')
    return schema.maxLength === undefined ? 'text' : `text of at most ${schema.maxLength} characters`;
  const { minimum, maximum } = schema;
  return [
    schema.type,
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined || maximum > 1000 ? '' : `to ${maximum}`,
  ]
    .filter(Boolean)
    .join(' ');
}

const codeTable = (): string =>
  table(
    ['Status', '`code`'],
    Object.entries(restErrorStatus).map(([code, status]) => [String(status), `\`${code}\``]),
  );

const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('');
