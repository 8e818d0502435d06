import { largestId } from '../catalog/model';
import { isRecord } from '../lib/guards';
import { type ChoiceKind, largestChoice } from '../content-types/product-choice';
import type { ProductFieldMap } from '../content-types/product-field-map';

type Form = 'stored' | 'shown';
interface Walk {
  form: Form;
  map: ProductFieldMap;
}

const id = { type: 'integer', minimum: 1, maximum: largestId };
const listOf = (items: object) => ({ type: 'array', items, maxItems: largestChoice });
const ids = { ...listOf(id), uniqueItems: true };
// The names that `documentRoutes` gives to the schemas of our responses.
const products = ['ProductListItem', 'Product'].map((name) => ({ $ref: `#/components/schemas/CommerceBridge${name}` }));

/** In OpenAPI 3.0. */
const schemas = {
  one: { stored: id, shown: { anyOf: [id, ...products] } },
  many: { stored: ids, shown: { anyOf: [ids, ...products.map(listOf)] } },
} satisfies Record<ChoiceKind, Record<Form, object>>;

/**
 * Describes chosen products in the document of Strapi's plugin *Documentation*. That plugin describes a custom field by
 * the type that stores it, which is any JSON.
 * @param document what the plugin is about to write; changed in place
 */
export function describeChosenProducts(document: unknown, map: ProductFieldMap): void {
  const named = new Map(Object.entries(schemasOf(document)).map(([name, schema]) => [plain(name), schema]));
  for (const uid of map.keys()) {
    const name = nameOf(uid);
    visit(named.get(name), uid, { form: 'shown', map });
    visit(propertiesOf(named.get(`${name}request`))?.data, uid, { form: 'stored', map });
  }
}

function visit(schema: unknown, uid: string, { form, map }: Walk): void {
  const places = map.get(uid);
  const properties = propertiesOf(schema);
  // Stops where nothing can be described: types may refer back to themselves.
  if (properties === null) return;
  for (const { name, kind } of places?.fields ?? [])
    if (name in properties)
      properties[name] = { ...schemas[kind][form], nullable: true, description: 'Chosen products of the catalog.' };
  // Related entries are described in place, components by their own schema.
  for (const { name, target } of places?.nested ?? [])
    if (target !== null) visit(properties[name], target, { form, map });
}

function schemasOf(document: unknown): Record<string, unknown> {
  const components = isRecord(document) ? document.components : undefined;
  return isRecord(components) && isRecord(components.schemas) ? components.schemas : {};
}

/** The properties of an object, or of a list's items. */
function propertiesOf(schema: unknown): Record<string, unknown> | null {
  if (!isRecord(schema)) return null;
  if (isRecord(schema.items)) return propertiesOf(schema.items);
  return isRecord(schema.properties) ? schema.properties : null;
}

/**
 * The plugin's name for the schema of a content type (`api::page.front`: `PageFront`) or component (`page.teaser`:
 * `PageTeaserComponent`).
 */
function nameOf(uid: string): string {
  const [, type] = uid.split('::');
  if (type === undefined) return plain(`${uid}Component`);
  const [api = '', name = ''] = type.split('.');
  return plain(api === name ? name : `${api}${name}`);
}

const plain = (name: string): string => name.replaceAll(/[\W_]/g, '').toLowerCase();
