/** The part of Strapi's schema of a content type or component that matters here. */
export interface EntryModel {
  attributes: Readonly<Record<string, object>>;
}
export type ModelOf = (uid: string) => EntryModel | undefined;

/** Where an attribute leads to from its entry. */
export type AttributeDestination =
  | { kind: 'one'; target: string; isRelation: boolean }
  /** To any of these components. */
  | { kind: 'components'; targets: readonly string[] }
  /** To content of any type. */
  | { kind: 'anything' };

/** Where an attribute of a model leads to; null for a plain value, or if the model has no such attribute. */
export function destinationOf(model: EntryModel | undefined, name: string): AttributeDestination | null {
  const attribute: object | undefined =
    model && Object.hasOwn(model.attributes, name) ? model.attributes[name] : undefined;
  if (!attribute || !('type' in attribute)) return null;
  switch (attribute.type) {
    case 'relation':
      return 'target' in attribute && typeof attribute.target === 'string'
        ? { kind: 'one', target: attribute.target, isRelation: true }
        : { kind: 'anything' };
    case 'component':
      return { kind: 'one', target: 'component' in attribute ? String(attribute.component) : '', isRelation: false };
    case 'media':
      return { kind: 'one', target: 'plugin::upload.file', isRelation: false };
    case 'dynamiczone':
      return {
        kind: 'components',
        targets:
          'components' in attribute && Array.isArray(attribute.components) ? attribute.components.map(String) : [],
      };
    default:
      return null;
  }
}

/** Whether entries of a model can lead to entries of one of these types, through any relations and components. */
export function leadsTo(
  types: { has(uid: string): boolean },
  { uid, modelOf }: { uid: string; modelOf: ModelOf },
): boolean {
  const seen = new Set<string>();
  const leads = (from: string): boolean => {
    if (types.has(from)) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    const model = modelOf(from);
    return Object.keys(model?.attributes ?? {}).some((name) => {
      const destination = destinationOf(model, name);
      if (destination?.kind === 'one') return leads(destination.target);
      return destination?.kind === 'anything' || (destination?.targets.some(leads) ?? false);
    });
  };
  return leads(uid);
}
