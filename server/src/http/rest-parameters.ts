import { z } from 'zod';
import { invalidParameter, paramsOf, RestError } from './rest-errors';

/** What a parameter accepts, derived from its schema. */
interface ParameterKind {
  type: 'integer' | 'number' | 'boolean' | 'string' | 'array';
  /** The kind of a list's items. */
  itemType: string | undefined;
  /** Whether an empty value counts as absent: a blank filter filters nothing; `page` needs a number. */
  isBlankAllowed: boolean;
  /** What is allowed, in words. */
  allowed: string;
}

/** Reads parameters: text in, checked values out. */
export type ParameterReader<Schema extends z.ZodObject> = (
  given: Iterable<readonly [string, string]>,
) => z.infer<Schema>;

/**
 * Makes the function that turns the text of a query string or a path into the values a schema describes. Unknown names
 * are ignored (behavior 3.2). Query strings are read raw, not through the host's parser, whose settings a site can
 * change: a name given twice, or with brackets (`page[a]`), is an invalid parameter.
 *
 * The function throws `invalid_parameter`, whose `params` names each invalid parameter and what is allowed.
 */
export function createParameterReader<Schema extends z.ZodObject>(schema: Schema): ParameterReader<Schema> {
  const kinds = new Map(Object.entries(schema.shape).map(([name, field]) => [name, kindOf(field)]));

  return (given) => {
    const { texts, misused } = collect(given, kinds);
    const values = new Map(
      [...texts].flatMap(([name, text]) => valueOf(text, kinds.get(name)).map((value) => [name, value])),
    );
    const result = schema.safeParse(Object.fromEntries(values));
    const refused = result.success ? [] : result.error.issues.map((issue) => String(issue.path[0]));
    if (result.success && misused.size === 0) return result.data;
    throw invalidParameters(new Set([...misused, ...refused]), { kinds, misused });
  };
}

/**
 * The error of a request that several readers read, each of which throws only what it rejects itself: an
 * `invalid_parameter` names what any of them rejects (behavior 3.2); every other error stays alone.
 */
export function withAllRejected(error: unknown, readers: readonly (() => unknown)[]): unknown {
  const rejected = rejectedIn(error);
  if (!rejected) return error;
  const all = [rejected, ...readers.map(rejectedBy)];
  return invalidParameter(Object.fromEntries(all.flatMap((params) => Object.entries(params))));
}

function rejectedBy(read: () => unknown): Record<string, string> {
  try {
    read();
    return {};
  } catch (error) {
    const rejected = rejectedIn(error);
    if (rejected) return rejected;
    throw error;
  }
}

function rejectedIn(error: unknown): Record<string, string> | null {
  return error instanceof RestError && error.code === 'invalid_parameter' ? paramsOf(error) : null;
}

type Kinds = ReadonlyMap<string, ParameterKind>;

function collect(
  given: Iterable<readonly [string, string]>,
  kinds: Kinds,
): { texts: Map<string, string>; misused: Set<string> } {
  const texts = new Map<string, string>();
  const misused = new Set<string>();
  for (const [fullName, text] of given) {
    const name = fullName.split('[', 1)[0] ?? fullName;
    if (!kinds.has(name)) continue;
    if (name !== fullName || texts.has(name)) misused.add(name);
    texts.set(name, text);
  }
  return { texts, misused };
}

/** The value as a list of one, or an empty list when the text counts as absent. */
function valueOf(text: string, kind: ParameterKind | undefined): unknown[] {
  if (!kind || (text === '' && kind.isBlankAllowed)) return [];
  if (kind.type !== 'array') return [scalarOf(text, kind.type)];
  const items = text.split(',').map((item) => scalarOf(item.trim(), kind.itemType));
  return [[...new Set(items)]];
}

// Text that does not look like its type stays text, which the schema then rejects.
function scalarOf(text: string, type: string | undefined): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|1)$/.test(text)) return true;
  if (type === 'boolean' && /^(false|0)$/.test(text)) return false;
  return text;
}

function invalidParameters(
  names: ReadonlySet<string>,
  { kinds, misused }: { kinds: Kinds; misused: ReadonlySet<string> },
): RestError {
  const params = Object.fromEntries(
    [...names].map((name) => {
      const allowed = kinds.get(name)?.allowed ?? '';
      return [
        name,
        misused.has(name) ? `must be given once and without brackets, as ${allowed}` : `must be ${allowed}`,
      ];
    }),
  );
  return invalidParameter(params);
}

const jsonField = z.object({
  type: z.enum(['integer', 'number', 'boolean', 'string', 'array']),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
  default: z.unknown().optional(),
});
const jsonList = jsonField.extend({ items: jsonField.optional() });

function kindOf(field: unknown): ParameterKind {
  if (!(field instanceof z.ZodType)) throw new TypeError('A parameter needs a zod schema.');
  const json = jsonList.parse(z.toJSONSchema(field, { io: 'input' }));
  return {
    type: json.type,
    itemType: json.items?.type,
    isBlankAllowed: field.safeParse(undefined).success && json.default === undefined,
    allowed: allowedValues(json),
  };
}

function allowedValues(json: z.infer<typeof jsonList>): string {
  if (json.enum) return `one of: ${json.enum.join(', ')}`;
  if (json.type === 'boolean') return 'true or false';
  if (json.type === 'integer') return `an integer${rangeOf(json)}`;
  if (json.type === 'number') return `a number${rangeOf(json)}`;
  if (json.type === 'string')
    return json.maxLength === undefined ? 'text' : `text of at most ${json.maxLength} characters`;
  return `a comma list of ${listedValues(json)}`;
}

function listedValues({ items, maxItems }: z.infer<typeof jsonList>): string {
  if (items?.enum) return items.enum.join(', ');
  const count = maxItems === undefined ? '' : `at most ${maxItems} `;
  return `${count}integers${items ? rangeOf(items) : ''}`;
}

// zod reports the bounds of safe integers where a schema sets none.
function rangeOf({ minimum, maximum }: { minimum?: number | undefined; maximum?: number | undefined }): string {
  const hasMinimum = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER;
  const hasMaximum = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (hasMinimum && hasMaximum) return ` from ${minimum} to ${maximum}`;
  if (hasMinimum) return ` of at least ${minimum}`;
  return hasMaximum ? ` of at most ${maximum}` : '';
}
