import { execute, GraphQLError, GraphQLList, GraphQLObjectType, GraphQLSchema, GraphQLString, parse } from 'graphql';
import { expect, test } from 'vitest';
import { createRequestBudget, mostFields } from '../../server/src/graphql-schema/request-budget';

/** The errors of a response in which each of this many fields is refused. */
async function errorsOf(fields: number, refuse: () => never): Promise<readonly unknown[]> {
  const entry = new GraphQLObjectType({
    name: 'Entry',
    fields: { product: { type: new GraphQLList(GraphQLString), resolve: async () => refuse() } },
  });
  const query = new GraphQLObjectType({ name: 'Query', fields: { entry: { type: entry, resolve: () => ({}) } } });
  const aliases = Array.from({ length: fields }, (_, index) => `x${index}: product`);
  const document = parse(`{ entry { ${aliases.join(' ')} } }`);
  const { errors = [] } = await execute({ schema: new GraphQLSchema({ query }), document });
  return errors;
}

test('GraphQL does not look in the document for each of thousands of fields that are refused', async () => {
  const budget = createRequestBudget();
  const found = await errorsOf(3, () => {
    budget.ask(mostFields + 1);
    throw new Error('not refused');
  });

  expect(new Set(found).size).toBe(1);
  expect(found[0]).not.toBeInstanceOf(GraphQLError);
  expect(found[0]).toMatchObject({ name: 'ValidationError', message: expect.stringContaining('20000 fields') });
});
