import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

type Node = { [key: string]: unknown };

/** Fields that upstream's documents declare too strictly: their real value may be null (upstream 2.3). */
const UNDER_DECLARED = new Set([
  'date_last_imported',
  'option_set_id',
  'base_variant_id',
  'sku_id',
  'map_price',
  'inventory_level',
  'bin_picking_number',
  'parent_id',
]);
/** Declared as a `date-time`; the document's own example is `Tue, 12 Jun 2018 14:41:56 +0000`. */
const LEGACY_DATE = 'last_updated';
/** Formats in the documents that no validator knows. */
const FOREIGN_FORMATS = ['url', 'Url', 'UUID', 'ISO-4217', 'ISO-8601', 'ISO-639'];

/** One of upstream's OpenAPI 3.0 documents, to validate responses against. */
export class OpenApiDocument {
  private readonly ajv = new Ajv({ strict: false, allErrors: true });
  private readonly root: Node;

  constructor(file: string) {
    const document: unknown = parse(readFileSync(file, 'utf8'));
    if (!isNode(document)) throw new Error(`${file} is not an OpenAPI document.`);
    loosen(document);
    this.root = document;
    addFormats.default(this.ajv);
    for (const name of FOREIGN_FORMATS) this.ajv.addFormat(name, true);
    this.ajv.addSchema(document, 'document');
  }

  /** The violations in the body of an operation's response; empty if it is valid. */
  errors(operation: { path: string; method: string; status: number }, body: unknown): string[] {
    const validate = this.validator(['paths', operation.path, operation.method, 'responses', String(operation.status)]);
    if (validate(body)) return [];
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
  }

  private validator(path: string[]): ValidateFunction {
    const pointer = this.follow([...path]);
    const schema = this.follow([...pointer, 'content', 'application/json', 'schema']);
    return this.ajv.compile({ $ref: `document#/${schema.map(escapePointer).join('/')}` });
  }

  /** The value at a path of keys, with references resolved. */
  private follow(path: string[]): string[] {
    let place: string[] = [];
    for (const key of path) {
      place = [...place, key];
      for (let reference = this.at(place)['$ref']; typeof reference === 'string'; reference = this.at(place)['$ref']) {
        place = reference
          .replace(/^#\//, '')
          .split('/')
          .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
      }
    }
    return place;
  }

  private at(path: string[]): Node {
    let node: unknown = this.root;
    for (const key of path) node = isNode(node) ? node[key] : undefined;
    if (!isNode(node)) throw new Error(`The document has nothing at ${path.join(' > ')}.`);
    return node;
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function loosen(node: Node): void {
  if (node['x-nullable'] === true && node['type'] !== undefined) node['nullable'] = true;
  if (node['type'] === undefined) delete node['nullable'];
  // These alternatives overlap: a value that matches one of them can match others as well.
  if (Array.isArray(node['oneOf'])) {
    node['anyOf'] = node['oneOf'];
    delete node['oneOf'];
  }
  const properties = node['properties'];
  if (isNode(properties)) {
    for (const [name, schema] of Object.entries(properties)) {
      if (name === LEGACY_DATE && isNode(schema)) delete schema['format'];
      if (UNDER_DECLARED.has(name) && isNode(schema) && schema['type'] !== undefined) schema['nullable'] = true;
    }
  }
  // An example is data, which can contain a key called "$ref" or "id".
  delete node['example'];
  delete node['examples'];
  delete node['x-examples'];
  for (const child of Object.values(node)) if (isNode(child)) loosen(child);
}

function escapePointer(key: string): string {
  return encodeURIComponent(key.replace(/~/g, '~0').replace(/\//g, '~1'));
}
