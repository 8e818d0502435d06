import type { Row } from './stored-rows';

/** The default of an attribute that the site added to a content type of ours. */
export interface SiteDefault {
  column: string;
  /** The attribute's type. */
  type: string;
  /** As the site defined it: a value, or a function that Strapi calls for each new record. */
  value: unknown;
}

// Strapi gives every content type these, with functions as defaults; each written row has them anyway.
const ownOfStrapi: readonly string[] = ['documentId', 'publishedAt'];

/** Collects the defaults of a content type; besides Strapi's own attributes, only those that a site added have any. */
export function readSiteDefaults(attributes: Readonly<Record<string, object>>): SiteDefault[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (ownOfStrapi.includes(name)) return [];
    if (!('default' in attribute && 'type' in attribute) || attribute.default === undefined) return [];
    const { type, default: value } = attribute;
    if (typeof type !== 'string' || !Object.hasOwn(storedForms, type)) return [];
    const column = 'columnName' in attribute && typeof attribute.columnName === 'string' ? attribute.columnName : name;
    return [{ column, type, value }];
  });
}

/** Whether a default is a function, which cannot be passed to a thread. */
export function isComputed({ value }: SiteDefault): boolean {
  return typeof value === 'function';
}

/** The columns of a new record that the site's defaults fill. */
export function defaultColumns(defaults: readonly SiteDefault[]): Row {
  return Object.fromEntries(
    defaults.map(({ column, type, value }) => {
      const given: unknown = typeof value === 'function' ? value() : value;
      return [column, given === null || given === undefined ? null : (storedForms[type]?.(given) ?? null)];
    }),
  );
}

type StoredForm = (value: unknown) => Row[string];

const asText: StoredForm = (value) => String(value);
const asNumber: StoredForm = (value) => (Number.isFinite(Number(value)) ? Number(value) : null);
const asMoment: StoredForm = (value) => {
  const moment = value instanceof Date ? value : new Date(typeof value === 'number' ? value : String(value));
  return Number.isNaN(moment.getTime()) ? null : moment;
};
const asJson: StoredForm = (value) => (typeof value === 'string' && isJson(value) ? value : JSON.stringify(value));
const matching =
  (pattern: RegExp, format: (moment: Date) => string): StoredForm =>
  (value) =>
    pattern.exec(value instanceof Date ? format(value) : String(value))?.[0] ?? null;
const asDate = matching(/^\d{4}-\d\d-\d\d/, (moment) => localTextOf(moment));
const asTime = matching(/^\d\d:\d\d:\d\d(\.\d{1,3})?$/, (moment) => localTextOf(moment).slice(11));
const asWholeNumber = matching(/^[+-]?\d+$/, String);

/** How Strapi stores the values of each scalar type, except passwords, which it would hash. */
const storedForms: Readonly<Record<string, StoredForm>> = {
  string: asText,
  text: asText,
  richtext: asText,
  email: asText,
  uid: asText,
  enumeration: asText,
  biginteger: asWholeNumber,
  integer: asNumber,
  float: asNumber,
  decimal: asNumber,
  boolean: (value) => (typeof value === 'string' ? ['true', 't', '1'].includes(value) : Boolean(value)),
  date: asDate,
  time: asTime,
  datetime: asMoment,
  timestamp: asMoment,
  json: asJson,
  blocks: asJson,
};

function localTextOf(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, -1);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
