import { z } from 'zod';
import type { ChoiceKind } from './product-choice';
import { productFieldUid } from './product-field';

/** Where the entries of one content type or component hold chosen products. */
export interface ProductFieldPlaces {
  fields: readonly { name: string; kind: ChoiceKind }[];
  /**
   * Attributes whose entries may hold chosen products themselves. If `target` is null, each entry states its own type.
   */
  nested: readonly { name: string; type: 'component' | 'dynamiczone' | 'relation'; target: string | null }[];
}

/** For each content type and component that holds chosen products, or leads to one that does: where to find them. */
export type ProductFieldMap = ReadonlyMap<string, ProductFieldPlaces>;

/** A content type or component, reduced to its attributes. */
export interface Model {
  uid: string;
  attributes: Readonly<Record<string, unknown>>;
}

const attributeSchema = z.looseObject({
  type: z.string(),
  customField: z.string().optional(),
  options: z.looseObject({ multiple: z.boolean().optional() }).optional(),
  component: z.string().optional(),
  components: z.array(z.string()).optional(),
  target: z.string().optional(),
});
type Attribute = z.infer<typeof attributeSchema>;

interface Way {
  name: string;
  type: 'component' | 'dynamiczone' | 'relation';
  /** Null: any type. */
  targets: readonly string[] | null;
}

/** Finds every path to a chosen product, so that reading and checking entries follows only these paths. */
export function mapProductFields(models: readonly Model[]): ProductFieldMap {
  const known = models.map((model) => ({ uid: model.uid, fields: fieldsOf(model), ways: waysOf(model) }));
  const reached = new Set(known.filter(({ fields }) => fields.length > 0).map(({ uid }) => uid));
  const leads = ({ targets }: Way) =>
    targets === null ? reached.size > 0 : targets.some((target) => reached.has(target));

  for (let before = -1; before < reached.size; ) {
    before = reached.size;
    for (const { uid, ways } of known) if (ways.some(leads)) reached.add(uid);
  }
  return new Map(
    known
      .filter(({ uid }) => reached.has(uid))
      .map(({ uid, fields, ways }) => [uid, { fields, nested: ways.filter(leads).map(nestedOf) }]),
  );
}

function nestedOf({ name, type, targets }: Way): ProductFieldPlaces['nested'][number] {
  return { name, type, target: type === 'dynamiczone' ? null : (targets?.[0] ?? null) };
}

function fieldsOf(model: Model): ProductFieldPlaces['fields'] {
  return attributesOf(model)
    .filter(([, { customField }]) => customField === productFieldUid)
    .map(([name, { options }]) => ({ name, kind: options?.multiple === true ? 'many' : 'one' }));
}

function waysOf(model: Model): Way[] {
  return attributesOf(model).flatMap(([name, { type, component, components, target }]): Way[] => {
    if (type === 'component' && component !== undefined) return [{ name, type, targets: [component] }];
    if (type === 'dynamiczone') return [{ name, type, targets: components ?? [] }];
    if (type === 'relation') return [{ name, type, targets: target === undefined ? null : [target] }];
    return [];
  });
}

function attributesOf({ attributes }: Model): [string, Attribute][] {
  return Object.entries(attributes).flatMap(([name, attribute]): [string, Attribute][] => {
    const parsed = attributeSchema.safeParse(attribute);
    return parsed.success ? [[name, parsed.data]] : [];
  });
}
