import type { Core } from '@strapi/strapi';
import { recordUids } from '../content-types/record-uids';
import { containerOf } from '../container';
import { createCatalogFields, type Resolver } from './catalog-fields';
import { findOwnFields, type OwnField, resolveChoice, resolveRelation } from './relation-fields';
import { typeDefinitions } from './type-definitions';

/** What of Strapi's plugin is used. */
interface GraphqlExtension {
  shadowCRUD(uid: string): {
    disable(): void;
    isEnabled(): boolean;
    field(name: string): { disableOutput(): void };
  };
  use(configuration: () => { typeDefs: string; resolvers: object; resolversConfig: object }): void;
}
interface GraphqlNaming {
  getTypeName(model: unknown): string;
  getComponentName(model: unknown): string;
  getContentTypeInputName(model: unknown): string;
  getComponentInputName(model: unknown): string;
}

const typeNames: Readonly<Record<string, string>> = {
  [recordUids.product]: 'CommerceProduct',
  [recordUids.category]: 'CommerceCollection',
  [recordUids.brand]: 'CommerceBrand',
};

/**
 * Adds the catalog to the schema of Strapi's plugin *GraphQL*, where it is installed (behavior 13.2): types and queries of its
 * own in place of those that Strapi would make of our tables, and in the site's own types the fields that lead to cached
 * records. To be called in `register`, before that plugin makes its schema.
 */
export function installGraphqlSchema(strapi: Core.Strapi): void {
  if (!strapi.plugins.graphql) return;
  const extension: GraphqlExtension = strapi.plugin('graphql').service('extension');
  for (const uid of Object.values(recordUids)) extension.shadowCRUD(uid).disable();

  const site = () => containerOf(strapi);
  const catalog = createCatalogFields(strapi, site);
  strapi.server.use(catalog.middleware);
  const ownFields = findOwnFields(strapi);
  // It would be the JSON that is stored.
  for (const { model, attribute, target } of ownFields)
    if (target === null) extension.shadowCRUD(model).field(attribute).disableOutput();

  extension.use(() => {
    const shown = strapi.plugin('graphql').config('shadowCRUD')
      ? ownFields.filter(({ model }) => extension.shadowCRUD(model).isEnabled())
      : [];
    const fields = shown.map((field) => ({ field, type: typeOf(field, strapi) }));
    const resolverOf = (field: OwnField): Resolver =>
      field.target === null
        ? resolveChoice(field, catalog.readsOf)
        : resolveRelation(field, { ...catalog, strapi, containerOf: site });
    return {
      typeDefs: [typeDefinitions, ...fields.map(({ field, type }) => extensionOf(field, type))].join('\n'),
      resolvers: {
        Query: catalog.query,
        ...byType(fields.map(({ field, type }) => [type.name, field.attribute, resolverOf(field)])),
      },
      resolversConfig: {
        ...Object.fromEntries(Object.keys(catalog.query).map((name) => [`Query.${name}`, { auth: false }])),
        // As for all relations, and as `populate` in the REST API.
        ...Object.fromEntries(
          fields.flatMap(({ field, type }) =>
            field.target === null
              ? []
              : [[`${type.name}.${field.attribute}`, { auth: { scope: [`${field.target}.find`] } }]],
          ),
        ),
      },
    };
  });
}

interface OwnType {
  name: string;
  inputName: string;
}

function typeOf({ model: uid }: OwnField, strapi: Core.Strapi): OwnType {
  const { naming }: { naming: GraphqlNaming } = strapi.plugin('graphql').service('utils');
  const component = Object.values(strapi.components).find((each) => each.uid === uid);
  if (component)
    return { name: naming.getComponentName(component), inputName: naming.getComponentInputName(component) };
  const type = Object.values(strapi.contentTypes).find((each) => each.uid === uid);
  return { name: naming.getTypeName(type), inputName: naming.getContentTypeInputName(type) };
}

function extensionOf({ attribute, isMany, target }: OwnField, { name, inputName }: OwnType): string {
  const type = target === null ? typeNames[recordUids.product] : typeNames[target];
  const output = `extend type ${name} { ${attribute}: ${isMany ? `[${type}!]!` : type} }`;
  // Strapi takes the documentIds of related entries; with its own queries of them, it no longer offers that.
  return target === null ? output : `${output}\nextend input ${inputName} { ${attribute}: ${isMany ? '[ID]' : 'ID'} }`;
}

function byType(resolvers: readonly (readonly [string, string, Resolver])[]): Record<string, Record<string, Resolver>> {
  const types: Record<string, Record<string, Resolver>> = {};
  for (const [type, attribute, resolver] of resolvers) types[type] = { ...types[type], [attribute]: resolver };
  return types;
}
