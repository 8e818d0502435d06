import type { Core } from '@strapi/strapi';
import { recordUids } from '../content-types/record-uids';
import { containerOf } from '../container';
import { once } from '../lib/once';
import { createCatalogFields, type Resolver } from './catalog-fields';
import { findOwnFields, type OwnField, type OwnModel } from './own-fields';
import { resolvePolymorphic, typeOfRelated, type TypeNames } from './polymorphic-fields';
import { recordTypes } from './record-types';
import { resolveChoice, resolveRelation } from './relation-fields';
import { createShownRecords } from './shown-records';
import { typeDefinitions } from './type-definitions';

/** The parts of Strapi's plugin that we use. */
interface GraphqlExtension {
  shadowCRUD(uid: string): {
    disable(): void;
    isEnabled(): boolean;
    field(name: string): { disableOutput(): void; hasOutputEnabled(): boolean; hasInputEnabled(): boolean };
  };
  use(configuration: () => SchemaExtension): void;
}
interface SchemaExtension {
  typeDefs: string;
  resolvers: object;
  resolversConfig: object;
}
interface GraphqlNaming {
  getTypeName(model: unknown): string;
  getComponentName(model: unknown): string;
  getContentTypeInputName(model: unknown): string;
  getComponentInputName(model: unknown): string;
}

/**
 * Adds the catalog to the schema of Strapi's plugin *GraphQL*, where it is installed (behavior 13.2): its own types
 * and queries in place of those that Strapi would generate from our tables, and in the site's own types the fields that
 * lead to cached records. Call this in `register`, before that plugin creates its schema.
 */
export function installGraphqlSchema(strapi: Core.Strapi): void {
  if (!strapi.plugins.graphql) return;
  const extension: GraphqlExtension = strapi.plugin('graphql').service('extension');
  for (const uid of Object.values(recordUids)) extension.shadowCRUD(uid).disable();

  const catalog = createCatalogFields(strapi, () => containerOf(strapi));
  strapi.server.use(catalog.middleware);
  // Strapi calls this twice, the first time after the site has configured which of its fields it leaves out.
  extension.use(once(() => extensionOf(strapi, { extension, catalog })));
}

function extensionOf(
  strapi: Core.Strapi,
  { extension, catalog }: { extension: GraphqlExtension; catalog: ReturnType<typeof createCatalogFields> },
): SchemaExtension {
  const { naming }: { naming: GraphqlNaming } = strapi.plugin('graphql').service('utils');
  const fields = fieldsOf(strapi, extension);
  // Strapi's own output would be the stored JSON.
  for (const { kind, model, attribute } of fields)
    if (kind === 'choice') extension.shadowCRUD(model.uid).field(attribute).disableOutput();

  const typeNames = typesOfContent(strapi, { extension, naming });
  const shownRecords = createShownRecords(catalog.queries);
  const reads = { ...catalog, strapi, containerOf: () => containerOf(strapi), shownRecords };
  const resolverOf = (field: OwnField): Resolver => {
    if (field.kind === 'choice') return resolveChoice(field, catalog.readsOf);
    if (field.kind === 'relation') return resolveRelation(field, reads);
    return resolvePolymorphic(field, { ...reads, typeNames });
  };
  const union = fields.some(({ kind }) => kind === 'polymorphic') ? [`extend union GenericMorph = ${members}`] : [];
  return {
    typeDefs: [typeDefinitions, ...fields.map((field) => definitionOf(field, { extension, naming })), ...union].join(
      '\n',
    ),
    resolvers: {
      Query: catalog.query,
      ...byType(fields.map((field) => [typeOf(field.model, naming), field.attribute, resolverOf(field)])),
      ...(union.length > 0 && { GenericMorph: { __resolveType: typeOfRelated(typeNames) } }),
    },
    resolversConfig: {
      ...Object.fromEntries(Object.keys(catalog.query).map((name) => [`Query.${name}`, { auth: false }])),
      // The same permission as for all relations, and for `populate` in the REST API.
      ...Object.fromEntries(
        fields.flatMap((field) =>
          field.kind === 'relation'
            ? [[`${typeOf(field.model, naming)}.${field.attribute}`, { auth: { scope: [`${field.target}.find`] } }]]
            : [],
        ),
      ),
    },
  };
}

const members = Object.values(recordTypes).join(' | ');

/** The fields that lead to cached records, of the types and fields that the site leaves in the schema. */
function fieldsOf(strapi: Core.Strapi, extension: GraphqlExtension): OwnField[] {
  if (!strapi.plugin('graphql').config('shadowCRUD')) return [];
  return findOwnFields(strapi).filter(({ model, attribute }) => {
    const shadow = extension.shadowCRUD(model.uid);
    return shadow.isEnabled() && shadow.field(attribute).hasOutputEnabled();
  });
}

/** The GraphQL types of all content that is in the schema. */
function typesOfContent(
  strapi: Core.Strapi,
  { extension, naming }: { extension: GraphqlExtension; naming: GraphqlNaming },
): TypeNames {
  const types = Object.values(strapi.contentTypes).filter(({ uid }) => extension.shadowCRUD(uid).isEnabled());
  return new Map([
    ...types.map((type): [string, string] => [type.uid, naming.getTypeName(type)]),
    ...Object.entries(recordTypes),
  ]);
}

function typeOf(model: OwnModel, naming: GraphqlNaming): string {
  return model.modelType === 'component' ? naming.getComponentName(model) : naming.getTypeName(model);
}

function inputOf(model: OwnModel, naming: GraphqlNaming): string {
  return model.modelType === 'component' ? naming.getComponentInputName(model) : naming.getContentTypeInputName(model);
}

/** The definition of a field that Strapi does not define itself. */
function definitionOf(
  field: OwnField,
  { extension, naming }: { extension: GraphqlExtension; naming: GraphqlNaming },
): string {
  if (field.kind === 'polymorphic') return '';
  const { model, attribute, isMany } = field;
  const type = field.kind === 'choice' ? recordTypes[recordUids.product] : recordTypes[field.target];
  const output = `extend type ${typeOf(model, naming)} { ${attribute}: ${isMany ? `[${type}!]!` : type} }`;
  if (field.kind === 'choice' || !extension.shadowCRUD(model.uid).field(attribute).hasInputEnabled()) return output;
  // Strapi's input takes the documentIds of related entries, but leaves the field out since we disabled its queries.
  return `${output}\nextend input ${inputOf(model, naming)} { ${attribute}: ${isMany ? '[ID]' : 'ID'} }`;
}

function byType(resolvers: readonly (readonly [string, string, Resolver])[]): Record<string, Record<string, Resolver>> {
  const types: Record<string, Record<string, Resolver>> = {};
  for (const [type, attribute, resolver] of resolvers) types[type] = { ...types[type], [attribute]: resolver };
  return types;
}
