import type { StrapiApp } from '@strapi/strapi/admin';
import type { TranslationKey } from '../hooks/use-translate';
import { pluginId } from '../plugin-id';
import { ProductFieldIcon } from './product-field-icon';

const text = (id: TranslationKey, defaultMessage: string) => ({ id, defaultMessage });

/** The custom field "Commerce product", with its options for the Content-Type Builder. */
export const productField: Parameters<StrapiApp['customFields']['register']>[0] = {
  name: 'product',
  pluginId,
  type: 'json',
  intlLabel: text('commerce-bridge.field.label', 'Commerce product'),
  intlDescription: text('commerce-bridge.field.description', 'One or several products of the connected store'),
  icon: ProductFieldIcon,
  components: {
    // @ts-expect-error Strapi's type knows no properties of an input, and gives it those of a field.
    Input: () => import('./product-input').then(({ ProductInput }) => ({ default: ProductInput })),
  },
  options: {
    base: [
      {
        sectionTitle: null,
        items: [
          {
            // @ts-expect-error Strapi's type lists its own names only; its check asks others to begin with `options.`.
            name: 'options.multiple',
            type: 'checkbox',
            intlLabel: text('commerce-bridge.field.multiple', 'Several products'),
            description: text(
              'commerce-bridge.field.multipleHint',
              'Editors choose a list of products, in their own order',
            ),
          },
        ],
      },
    ],
    advanced: [
      {
        sectionTitle: text('commerce-bridge.field.settings', 'Settings'),
        items: [
          {
            name: 'required',
            type: 'checkbox',
            intlLabel: text('commerce-bridge.field.required', 'Required field'),
            description: text('commerce-bridge.field.requiredHint', 'An entry cannot be published without a product'),
          },
          {
            name: 'private',
            type: 'checkbox',
            intlLabel: text('commerce-bridge.field.private', 'Private field'),
            description: text('commerce-bridge.field.privateHint', 'This field won’t show up in the API response'),
          },
        ],
      },
    ],
  },
};
