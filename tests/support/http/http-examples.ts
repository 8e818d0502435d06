/** A request in a document, and its documented response. */
export interface HttpExample {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  response: ExampleResponse;
}

interface ExampleResponse {
  status: number;
  headers: Record<string, string>;
  /** Undefined if there is none. */
  body: unknown;
}

/**
 * Reads the pairs of `http` blocks in a Markdown document: a raw request, then its response. In a response, `…`
 * stands for omissions: any text within a string, any further items at the end of a list, any other fields as a
 * field.
 */
export function readHttpExamples(markdown: string): HttpExample[] {
  const blocks = [...markdown.matchAll(/```http\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');
  if (blocks.length % 2 !== 0) throw new Error('a request without a response, or the other way round');
  return blocks.flatMap((block, index) =>
    index % 2 === 0 ? [{ ...requestOf(block), response: responseOf(blocks[index + 1] ?? '') }] : [],
  );
}

function requestOf(block: string): Omit<HttpExample, 'response'> {
  const { first, headers, body } = messageOf(block);
  const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(first) ?? [];
  if (method === undefined || path === undefined) throw new Error(`no request: ${first}`);
  return { method, path, headers, body };
}

function responseOf(block: string): ExampleResponse {
  const { first, headers, body } = messageOf(block);
  const [, status] = /^HTTP\/1\.1 (\d{3}) [A-Z]/.exec(first) ?? [];
  if (status === undefined) throw new Error(`no response: ${first}`);
  return { status: Number(status), headers, body: body === '' ? undefined : JSON.parse(body) };
}

function messageOf(block: string): { first: string; headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = block.split('\n\n');
  const [first = '', ...lines] = head.trim().split('\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { first, headers, body: rest.join('\n\n').trim() };
}

/** Differences between a response and the documented one; empty if there are none. */
export function differences(shown: unknown, came: unknown, at = ''): string[] {
  if (typeof shown === 'string' && typeof came === 'string')
    return isSameText(shown, came) ? [] : [`${at}: "${came}" instead of "${shown}"`];
  if (Array.isArray(shown) && Array.isArray(came)) return listDifferences({ shown, came, at });
  if (isRecord(shown) && isRecord(came)) return fieldDifferences({ shown, came, at });
  return Object.is(shown, came) ? [] : [`${at}: ${JSON.stringify(came)} instead of ${JSON.stringify(shown)}`];
}

const leftOut = '…';

function isSameText(shown: string, came: string): boolean {
  const parts = shown.split(leftOut).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]+')}$`).test(came);
}

function listDifferences({ shown, came, at }: { shown: unknown[]; came: unknown[]; at: string }): string[] {
  const isOpen = shown.at(-1) === leftOut;
  const items = isOpen ? shown.slice(0, -1) : shown;
  const isLong = isOpen ? came.length > items.length : came.length === items.length;
  if (!isLong) return [`${at}: ${came.length} items`];
  return items.flatMap((item, index) => differences(item, came[index], `${at}/${index}`));
}

function fieldDifferences({
  shown,
  came,
  at,
}: {
  shown: Record<string, unknown>;
  came: Record<string, unknown>;
  at: string;
}): string[] {
  const names = Object.keys(shown).filter((name) => name !== leftOut);
  const more = Object.keys(came).filter((name) => !names.includes(name));
  const undocumented =
    leftOut in shown
      ? more.length > 0
        ? []
        : [`${at}: nothing is left out`]
      : more.map((name) => `${at}/${name} is not shown`);
  return [...undocumented, ...names.flatMap((name) => differences(shown[name], came[name], `${at}/${name}`))];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
