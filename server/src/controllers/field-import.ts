import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import {
  fieldImportBody,
  type FieldImportPage,
  type FieldImportPlan,
  fieldImportQuery,
} from '../../../contracts/admin/field-import';
import { UnknownFieldError } from '../field-import/field-import-errors';
import { adminAction, parseWith } from './admin-action';

/** `/commerce-bridge/field-import`: products that editors chose with another plugin. */
export const fieldImport = ({ strapi }: { strapi: Core.Strapi }) => ({
  plan: adminAction(strapi, async (ctx, container) => {
    ctx.body = container.fieldImport.plan(parseWith(fieldImportQuery, ctx.query)) satisfies FieldImportPlan;
  }),

  importPage: adminAction(strapi, async (ctx, container) => {
    const body = parseWith(fieldImportBody, ctx.request.body);
    try {
      ctx.body = (await container.fieldImport.importPage(body)) satisfies FieldImportPage;
    } catch (error) {
      if (!(error instanceof UnknownFieldError)) throw error;
      throw new errors.ValidationError(error.message, { code: error.code, ...error.data });
    }
  }),
});
