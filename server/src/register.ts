import type { Core } from '@strapi/strapi';
import { registerAssistantTools } from './assistants';
import { momentAttributes, momentColumnOf } from './catalog/tables';
import { ownSchemas } from './content-types';
import { registerProductField } from './content-types/product-field';
import { refuseNewerTablesBeforeSync } from './content-types/refuse-newer-tables';
import { widenIdColumns } from './content-types/widen-id-columns';
import { dialectOfClient } from './database/database';
import { installGraphqlSchema } from './graphql-schema/install-graphql-schema';
import { installBodyGuard } from './middlewares/install-body-guard';
import { installGraphqlIntake } from './middlewares/install-graphql-intake';
import { installImagePolicy } from './middlewares/install-image-policy';
import { installReadiness } from './middlewares/install-readiness';
import { installRestGuard } from './middlewares/install-rest-guard';
import { installWebhookReceiver } from './middlewares/install-webhook-receiver';
import { checkProductChoices, productFieldsOf } from './middlewares/product-choices';
import { expandProductChoices } from './middlewares/product-expansion';
import { limitPublicReading } from './middlewares/public-reading';
import { leaveOutOfRecentEntries } from './middlewares/recent-entries';
import { protectSyncedRecords } from './middlewares/synced-records';
import { grantAnewAfterAbsence } from './policies/grant-anew';
import { withholdActions } from './policies/withhold-actions';
import { withholdContentPermissions } from './policies/withhold-content-permissions';
import { documentRoutes } from './routes/document-routes';

/** Called by Strapi before its own middlewares are installed and before the database is available. */
export function register({ strapi }: { strapi: Core.Strapi }): void {
  keepOwnSchemas(strapi);
  refuseNewerTablesBeforeSync(strapi);
  widenIdColumns(strapi);
  grantAnewAfterAbsence(strapi);
  installReadiness(strapi);
  installWebhookReceiver(strapi);
  installRestGuard(strapi);
  installGraphqlIntake(strapi);
  installBodyGuard(strapi);
  installImagePolicy(strapi);
  protectSyncedRecords(strapi);
  withholdActions(strapi);
  withholdContentPermissions(strapi);
  limitPublicReading(strapi);
  leaveOutOfRecentEntries(strapi);
  registerProductField(strapi);
  checkProductChoices(strapi);
  expandProductChoices(strapi);
  installGraphqlSchema(strapi);
  documentRoutes(strapi, () => productFieldsOf(strapi));
  registerAssistantTools(strapi);
}

/**
 * A site's schema.json extension replaces a plugin's attributes as a whole, so ours are restored (behavior 2.12). So
 * are indexes, since queries for lists name the index to use. Drafts and locales stay off: with them, Strapi would
 * create additional rows for one record (behavior 13.4).
 */
function keepOwnSchemas(strapi: Core.Strapi): void {
  for (const [name, { attributes, indexes, options }] of Object.entries(ownSchemas)) {
    const registered = strapi.contentType(`plugin::commerce-bridge.${name}` as const);
    Object.assign(registered.attributes, attributes);
    keepMoments(strapi, registered.attributes);
    keepPlainIntegers(strapi, registered.attributes, Object.keys(attributes));
    registered.options = { ...registered.options, ...options };
    registered.pluginOptions = { ...registered.pluginOptions, i18n: { localized: false } };
    const names = new Set<unknown>(indexes.map((index) => index.name));
    registered.indexes = [...(registered.indexes ?? []).filter((index) => !names.has(nameOf(index))), ...indexes];
  }
}

/** Sets the columns' types before Strapi creates its tables. */
function keepMoments(strapi: Core.Strapi, attributes: Record<string, object>): void {
  const column = momentColumnOf[dialectOfClient(String(strapi.config.get('database.connection.client')))];
  if (!column) return;
  for (const name of momentAttributes) {
    const attribute = attributes[name];
    if (attribute) attributes[name] = { ...attribute, column };
  }
}

/**
 * SQLite's integers have 64 bits whatever the column's type is called; if the type changed, Strapi would copy the whole
 * table of a site that ran an earlier version.
 */
function keepPlainIntegers(strapi: Core.Strapi, attributes: Record<string, object>, ours: readonly string[]): void {
  if (dialectOfClient(String(strapi.config.get('database.connection.client'))) !== 'sqlite') return;
  for (const name of ours) {
    const attribute = attributes[name] ?? {};
    if ('column' in attribute && Object(attribute.column).type === 'bigInteger')
      attributes[name] = { ...attribute, column: { ...Object(attribute.column), type: 'integer' } };
  }
}

function nameOf(index: unknown): unknown {
  return typeof index === 'object' && index !== null && 'name' in index ? index.name : undefined;
}
