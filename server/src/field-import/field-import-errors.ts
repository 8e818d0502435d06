import type { FieldToImport } from '../../../contracts/admin/field-import';
import { CommerceBridgeError } from '../lib/errors';

/** The site has no such field to import, or none of ours to import its products into. */
export class UnknownFieldError extends CommerceBridgeError {
  readonly code = 'unknown_field';

  constructor({
    given,
    allowed,
  }: {
    given: Pick<FieldToImport, 'model' | 'field' | 'target'>;
    allowed: readonly string[];
  }) {
    const { model, field, target } = given;
    super(
      target === null
        ? `${model} has no field ${JSON.stringify(field)} of @strapi-community/bigcommerce that could be looked through.`
        : `The field ${JSON.stringify(field)} of ${model} cannot be imported into ${JSON.stringify(target)}. Its "Commerce product" fields are: ${allowed.join(', ') || 'none'}.`,
      { data: { ...given, allowed } },
    );
  }
}
