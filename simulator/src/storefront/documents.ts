import {
  getOperationAST,
  GraphQLError,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { costOf, MOST_COMPLEXITY, MOST_DEPTH, type Cost } from './limits';

/** An executable document. */
export interface Runnable {
  readonly kind: 'runnable';
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly cost: Cost;
}

/** The response to a rejected document: 400, without data and path (upstream 5.4). */
export interface Refused {
  readonly kind: 'refused';
  readonly errors: ErrorView[];
}

export interface ErrorView {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { line: number; column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

const REMEMBERED = 500;

/** Parses and validates documents, and caches the last ones: clients send the same ones repeatedly. */
export class Documents {
  private readonly known = new Map<string, DocumentNode | Refused>();

  constructor(private readonly schema: GraphQLSchema) {}

  read(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    operationName: string | undefined,
  ): Runnable | Refused {
    const document = this.parsed(query);
    if ('errors' in document) return document;
    const operation = getOperationAST(document, operationName);
    if (!operation) return refuse('Must provide an operation name that the document has.');
    const cost = costOf(document, operation, variables);
    if (cost.depth > MOST_DEPTH)
      return refuse(`The query is too deep as it has a depth of ${cost.depth} out of ${MOST_DEPTH}.`);
    if (cost.complexity > MOST_COMPLEXITY) {
      return refuse(
        `The query is too complex as it has a complexity score of ${cost.complexity} out of ${MOST_COMPLEXITY}. Please remove some elements and try again`,
      );
    }
    if (cost.mutations > 1) return refuse('Only one mutation is allowed per request.');
    return { kind: 'runnable', document, operation, cost };
  }

  private parsed(query: string): DocumentNode | Refused {
    const known = this.known.get(query);
    if (known) return known;
    const result = this.parse(query);
    this.known.set(query, result);
    const oldest = this.known.keys().next().value;
    if (this.known.size > REMEMBERED && oldest !== undefined) this.known.delete(oldest);
    return result;
  }

  private parse(query: string): DocumentNode | Refused {
    try {
      const document = parse(query);
      const errors = validate(this.schema, document);
      return errors.length === 0 ? document : { kind: 'refused', errors: errors.map(errorView) };
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return { kind: 'refused', errors: [errorView(error)] };
    }
  }
}

/** An error with upstream's key order and wording: single quotes, no suggestions, extensions only if there are any. */
export function errorView(error: GraphQLError): ErrorView {
  const { extensions, locations, path } = error;
  return {
    message: path === undefined ? inUpstreamWords(error.message) : error.message,
    ...(path === undefined ? {} : { path }),
    ...(locations === undefined ? {} : { locations: locations.map(({ line, column }) => ({ line, column })) }),
    ...(Object.keys(extensions).length === 0 ? {} : { extensions }),
  };
}

function inUpstreamWords(message: string): string {
  return message.replace(/ Did you mean .*\?$/, '').replace(/"/g, "'");
}

function refuse(message: string): Refused {
  return { kind: 'refused', errors: [{ message }] };
}
