import type { Core } from '@strapi/strapi';
import { contentTypes } from '@strapi/utils';
import { z } from 'zod';
import { productFieldUid } from '../content-types/product-field';
import { recordUidOf, type RecordUid } from './record-types';

/** A content type or component of the site. */
export type OwnModel = Parameters<Core.Strapi['contentAPI']['sanitize']['output']>[1];

interface Place {
  model: OwnModel;
  attribute: string;
  isMany: boolean;
}

/** The custom field *Commerce product*. */
export interface ChoiceField extends Place {
  kind: 'choice';
}

/** A relation to one type of cached records. */
export interface RelationField extends Place {
  kind: 'relation';
  target: RecordUid;
}

/** A relation to entries of any type. */
export interface PolymorphicField extends Place {
  kind: 'polymorphic';
}

/** A field of the site's own types that leads to cached records. */
export type OwnField = ChoiceField | RelationField | PolymorphicField;

const attributeSchema = z.looseObject({
  type: z.string(),
  customField: z.string().optional(),
  options: z.looseObject({ multiple: z.boolean().optional() }).optional(),
  relation: z.string().optional(),
  target: z.string().optional(),
});

/** The fields of the site's own types and components that lead to cached records, except private attributes. */
export function findOwnFields(strapi: Core.Strapi): OwnField[] {
  const models: OwnModel[] = [...Object.values(strapi.contentTypes), ...Object.values(strapi.components)];
  return models
    .filter(({ uid }) => recordUidOf(uid) === null)
    .flatMap((model) =>
      Object.entries(model.attributes).flatMap(([attribute, definition]): OwnField[] => {
        const parsed = attributeSchema.safeParse(definition);
        if (!parsed.success || contentTypes.isPrivateAttribute(model, attribute)) return [];
        const { type, customField, options, relation = '', target } = parsed.data;
        if (customField === productFieldUid)
          return [{ kind: 'choice', model, attribute, isMany: options?.multiple === true }];
        if (type !== 'relation') return [];
        const place = { model, attribute, isMany: relation.endsWith('Many') };
        if (target !== undefined) {
          const uid = recordUidOf(target);
          return uid ? [{ kind: 'relation', ...place, target: uid }] : [];
        }
        // Polymorphic relations of Strapi's own plugins, such as those of files, are left to these plugins.
        return /^(plugin|admin|strapi)::/.test(model.uid) ? [] : [{ kind: 'polymorphic', ...place }];
      }),
    );
}
