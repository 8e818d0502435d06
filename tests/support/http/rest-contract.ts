import type { IncomingMessage } from 'node:http';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describeRestApi } from '../../../contracts/rest/openapi/document';
import type {
  Header,
  OpenApiResponse,
  Operation,
  PathItem,
  Reference,
} from '../../../contracts/rest/openapi/openapi-types';

const document = describeRestApi({
  baseUrl: '/api/commerce-bridge/v1',
  version: '0.0.0',
  proofHeaders: { signature: 'X-Platform-Webhook-Signature', token: 'X-Commerce-Bridge-Token' },
});
const validator = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(validator);
validator.addSchema(document, 'document');

/** A request below `{base_url}` and its response. */
export interface Exchange {
  method: string;
  /** Below `{base_url}`, with an optional query. */
  path: string;
  status: number;
  headers: Headers;
  body: string;
}

/** `fetch` below `{base_url}`; throws if the response violates the document. */
export async function fetchByContract(baseUrl: string, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init });
  await mustKeepContract({ method: init.method ?? 'GET', path }, response);
  return response;
}

/** Throws if the response to another request violates the document; its body stays unread. */
export async function mustKeepContract(
  { method, path }: Pick<Exchange, 'method' | 'path'>,
  response: Response,
): Promise<void> {
  const { status, headers } = response;
  const violations = contractViolations({ method, path, status, headers, body: await response.clone().text() });
  if (violations.length === 0) return;
  throw new Error(
    `${method} ${path} returned ${status} against the contract:\n${violations.map((line) => `- ${line}`).join('\n')}`,
  );
}

/** The violations in a response that was received without `fetch`. */
export function messageViolations(
  asked: Pick<Exchange, 'method' | 'path'>,
  { statusCode = 0, headers }: IncomingMessage,
  body: string,
): string[] {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return contractViolations({ ...asked, status: statusCode, headers: new Headers(given), body });
}

/** The violations in a response according to the document; empty if there are none. */
export function contractViolations(exchange: Exchange): string[] {
  const { method, status, body } = exchange;
  const expected = expectedResponse(exchange);
  if (expected === null) return [`the document has no response ${status} here`];
  const { at, response } = expected;
  const wrongHeaders = Object.entries(response.headers ?? {}).flatMap(([name, reference]) =>
    headerViolations(name, { reference, exchange }),
  );
  if (method === 'HEAD' || !response.content)
    return body === '' ? wrongHeaders : [...wrongHeaders, 'a body where none belongs'];
  return [
    ...wrongHeaders,
    ...bodyViolations(exchange, {
      types: Object.keys(response.content),
      schemaAt: `${at}/content/application~1json/schema`,
    }),
  ];
}

interface Expected {
  /** The location in the document. */
  at: string;
  response: OpenApiResponse;
}

function expectedResponse({ method, path, status }: Exchange): Expected | null {
  const [template, item] = pathItemOf(path);
  if (method === 'OPTIONS' && status === 204) return { at: '', response: { description: 'Says what is allowed' } };
  if (item === null) return shared(status === 404 ? 'RouteNotFound' : 'Other', status);
  const key = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = operationOf(item, key);
  const form = template === '/graphql' ? 'Graphql' : '';
  if (operation === undefined) return shared(status === 405 ? `${form}MethodNotAllowed` : `${form}Other`, status);
  const name = String(status) in operation.responses ? String(status) : 'default';
  if (name === 'default' && status < 400) return null;
  return resolved(`#/paths/${escaped(template)}/${key}/responses/${name}`, operation.responses[name]);
}

function shared(name: string, status: number): Expected | null {
  if (status < 400) return null;
  return resolved(`#/components/responses/${name}`, document.components.responses[name]);
}

function resolved(at: string, response: OpenApiResponse | Reference | undefined): Expected | null {
  if (response === undefined) return null;
  if (!('$ref' in response)) return { at, response };
  return resolved(response.$ref, document.components.responses[response.$ref.split('/').at(-1) ?? '']);
}

const operationOf = (item: PathItem, key: string): Operation | undefined =>
  Object.entries(item).find(([name]) => name === key)?.[1];

// A path without parameters takes precedence over one with parameters; case and a trailing slash are ignored.
const templates = Object.entries(document.paths)
  .map(([template, item]) => ({
    template,
    item,
    pattern: new RegExp(
      `^${template
        .replace(/\/$/, '')
        .replaceAll('.', '\\.')
        .replace(/\{\w+\}/g, '[^/]+')}/?$`,
      'i',
    ),
  }))
  .sort((one, other) => Number(one.template.includes('{')) - Number(other.template.includes('{')));

function pathItemOf(path: string): [string, PathItem | null] {
  const [plain = ''] = path.split('?');
  const found = templates.find(({ pattern }) => pattern.test(plain));
  return found ? [found.template, found.item] : ['', null];
}

function headerViolations(
  name: string,
  { reference, exchange }: { reference: Reference; exchange: Exchange },
): string[] {
  const headers: Record<string, Header> = document.components.headers;
  const header = headers[reference.$ref.split('/').at(-1) ?? ''];
  if (!header) return [`the document describes no header ${reference.$ref}`];
  const value = exchange.headers.get(name);
  // Only responses that no cache may store lack an entity tag.
  const isPrivate = exchange.headers.get('cache-control') === 'private, no-store';
  if (value === null) return header.required || (name === 'ETag' && !isPrivate) ? [`no ${name}`] : [];
  if (isPrivate && ['ETag', 'Surrogate-Key', 'X-Cache'].includes(name)) return [`${name} of what is private`];
  return schemaViolations(header.schema, value).map((error) => `${name} is "${value}": ${error}`);
}

function bodyViolations(
  { headers, body }: Exchange,
  { types, schemaAt }: { types: readonly string[]; schemaAt: string },
): string[] {
  const type = headers.get('content-type') ?? '';
  const wrongType = types.includes(type.split(';', 1)[0] ?? '') ? [] : [`the content type is "${type}"`];
  const value = parsed(body);
  if (value.kind === 'unreadable') return [...wrongType, 'the body is not JSON'];
  return [...wrongType, ...schemaViolations({ $ref: `document${schemaAt}` }, value.json)];
}

function parsed(body: string): { kind: 'json'; json: unknown } | { kind: 'unreadable' } {
  try {
    return { kind: 'json', json: JSON.parse(body) };
  } catch {
    return { kind: 'unreadable' };
  }
}

const compiled = new Map<string, ReturnType<typeof validator.compile>>();

function schemaViolations(schema: AnySchema, value: unknown): string[] {
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? validator.compile(schema);
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'the value'} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}

const escaped = (key: string): string => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
