import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';
import { onOneLine } from './graphql-forms';
import { InvalidGraphqlRequestError } from './storefront-errors';

/** A document that can be sent: its syntax is valid, and the operation to run is determined. */
export interface GraphqlDocument extends ReadDocument {
  operation: OperationDefinitionNode;
}

/** A document whose syntax is valid. */
export interface ReadDocument {
  node: DocumentNode;
  /** Whether any part of it asks for the schema. */
  asksForSchema: boolean;
  /**
   * What is sent to the store in place of the caller's text: exactly what was checked here. Two parsers may read
   * the same text differently, and a document that passes the safelist or the introspection switch here could mean
   * something else to the store.
   */
  printed: () => string;
}

// A document of 256 KiB can contain many more. The largest that storefronts send have a few thousand; and upstream
// rejects documents with more than 10,000 fields (upstream 5.3). The limit also bounds aliases, directives and lists.
const mostTokens = 10_000;
// Upstream's own bound is 16 (upstream 5.3), with fragments counted where they are used; here braces are counted.
const deepestNesting = 32;

/**
 * Parses a document as far as needed to know that it is worth an upstream request.
 * @throws InvalidGraphqlRequestError in words for the author of the document
 */
export function readDocument(text: string): ReadDocument {
  const node = parseDocument(text);
  refuseTwins(node);
  const { depth, asksForSchema } = survey(node);
  if (depth > deepestNesting)
    throw new InvalidGraphqlRequestError(`The document is nested more deeply than ${deepestNesting} levels.`);
  let printed: string | null = null;
  return { node, asksForSchema, printed: () => (printed ??= printedFlat(node)) };
}

/**
 * Without indentation, and with block strings on one line: in a deep selection each of thousands of lines would get
 * another sixty spaces, and a few hundred bytes of gzip would become megabytes sent to the store.
 */
function printedFlat(node: DocumentNode): string {
  // The only line breaks left are those between tokens of the language.
  return print(visit(node, onOneLine)).replace(/\n +/g, '\n');
}

/**
 * Selects the operation to run.
 * @throws InvalidGraphqlRequestError when the document has none of this name, or several and no name is given
 */
export function chooseOperation(document: ReadDocument, operationName: string | null): GraphqlDocument {
  return { ...document, operation: operationOf(document.node, operationName) };
}

/**
 * The syntax tree of a text.
 * @throws InvalidGraphqlRequestError
 */
function parseDocument(text: string): DocumentNode {
  try {
    // Source locations are never used; syntax errors report their position on their own.
    return parse(text, { maxTokens: mostTokens, noLocation: true });
  } catch (error) {
    if (error instanceof GraphQLError) throw new InvalidGraphqlRequestError(wordsOf(error), { cause: error });
    // The parser recurses for each level: thousands of them exhaust the stack before they could be counted.
    if (error instanceof RangeError)
      throw new InvalidGraphqlRequestError(`The document is nested more deeply than ${deepestNesting} levels.`, {
        cause: error,
      });
    throw error;
  }
}

function wordsOf({ message, locations }: GraphQLError): string {
  const [place] = locations ?? [];
  const words = message.replace(/\.$/, '');
  return place ? `${words} (line ${place.line}, column ${place.column}).` : `${words}.`;
}

function operationOf(node: DocumentNode, operationName: string | null): OperationDefinitionNode {
  const operation = getOperationAST(node, operationName);
  if (operation) return operation;
  if (operationName !== null)
    throw new InvalidGraphqlRequestError(`The document has no operation named ${JSON.stringify(operationName)}.`);
  const hasOperations = node.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  throw new InvalidGraphqlRequestError(
    hasOperations
      ? 'The document has several operations: name the one to run in operationName.'
      : 'The document has no operation.',
  );
}

/**
 * Two definitions with the same name are invalid GraphQL, so the store would reject them; and there could be thousands
 * to process.
 */
function refuseTwins({ definitions }: DocumentNode): void {
  const known = new Set<string>();
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const what = definition.kind === Kind.OPERATION_DEFINITION ? 'operations' : 'fragments';
    const called = definition.name === undefined ? 'without a name' : `named ${JSON.stringify(definition.name.value)}`;
    if (known.has(`${what} ${called}`)) throw new InvalidGraphqlRequestError(`The document has two ${what} ${called}.`);
    known.add(`${what} ${called}`);
  }
}

function survey(node: DocumentNode): { depth: number; asksForSchema: boolean } {
  let depth = 0;
  let level = 0;
  let asksForSchema = false;
  visit(node, {
    SelectionSet: {
      enter: () => {
        level += 1;
        depth = Math.max(depth, level);
      },
      leave: () => {
        level -= 1;
      },
    },
    Field: ({ name }) => {
      asksForSchema ||= name.value === '__schema' || name.value === '__type';
    },
  });
  return { depth, asksForSchema };
}
