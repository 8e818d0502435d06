import type { Adjustment, CatalogModifier, CatalogModifierValue, ModifierLimits } from '../../catalog/model';
import type { WireModifier, WireModifierConfig, WireModifierValue } from '../wire/wire-modifier';

/** Modifiers in the order in which the store shows them. */
export function mapModifiers(wires: readonly WireModifier[]): CatalogModifier[] {
  return inOrder(wires).map(mapModifier);
}

function mapModifier(wire: WireModifier): CatalogModifier {
  const { id, display_name: name, type, required, config, option_values: values } = wire;
  return {
    id,
    name,
    type,
    isRequired: required,
    defaultValue: defaultOf(config),
    checkboxLabel: type === 'checkbox' ? (config?.checkbox_label ?? '') : null,
    limits: config ? limitsOf(config) : {},
    values: inOrder(values ?? []).map((value) => mapValue(value, config)),
  };
}

function inOrder<Wire extends { id: number; sort_order: number | null }>(wires: readonly Wire[]): Wire[] {
  return [...wires].sort((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0) || a.id - b.id);
}

function defaultOf(config: WireModifier['config']): string | null {
  const value = config?.default_value;
  return value === null || value === undefined || value === '' ? null : String(value);
}

function mapValue(wire: WireModifierValue, config: WireModifier['config']): CatalogModifierValue {
  const { id, label, is_default: isDefault, value_data: data, adjusters } = wire;
  const isChecked = data?.checked_value ?? null;
  return {
    id,
    label,
    isDefault: isDefault || (isChecked !== null && isChecked === config?.checked_by_default),
    price: adjustmentOf(adjusters?.price),
    weight: adjustmentOf(adjusters?.weight),
    isPurchaseDisabled: adjusters?.purchasing_disabled?.status === true,
    message: adjusters?.purchasing_disabled?.message ?? '',
    colors: data?.colors ?? [],
    image: data?.image_url || adjusters?.image_url || null,
    productId: data?.product_id ?? null,
    isChecked,
  };
}

function adjustmentOf(wire: NonNullable<WireModifierValue['adjusters']>['price']): Adjustment | null {
  const { adjuster: kind, adjuster_value: value } = wire ?? {};
  return kind && value !== null && value !== undefined ? { kind, value } : null;
}

/** If upstream does not report whether a value is limited, the limits that it sends apply. */
function limitsOf(config: WireModifierConfig): ModifierLimits {
  return { ...textLimits(config), ...numberLimits(config), ...dateLimits(config), ...fileLimits(config) };
}

function textLimits(config: WireModifierConfig): ModifierLimits {
  const { text_min_length: least, text_max_length: most, text_max_lines: lines } = config;
  const hasLength = config.text_characters_limited !== false;
  return {
    ...(hasLength && least !== null && least > 0 && { minLength: least }),
    ...(hasLength && most !== null && most > 0 && { maxLength: most }),
    ...(config.text_lines_limited !== false && lines !== null && lines > 0 && { maxLines: lines }),
  };
}

function numberLimits(config: WireModifierConfig): ModifierLimits {
  const { number_limit_mode: mode, number_lowest_value: lowest, number_highest_value: highest } = config;
  const isLimited = config.number_limited !== false;
  return {
    ...(isLimited && mode !== 'highest' && lowest !== null && { min: lowest }),
    ...(isLimited && mode !== 'lowest' && highest !== null && { max: highest }),
    ...(config.number_integers_only && { integersOnly: true }),
  };
}

function dateLimits(config: WireModifierConfig): ModifierLimits {
  const { date_limit_mode: mode, date_earliest_value: earliest, date_latest_value: latest } = config;
  const isLimited = config.date_limited !== false;
  return {
    ...(isLimited && mode !== 'latest' && earliest !== '' && { earliest: earliest.slice(0, dayLength) }),
    ...(isLimited && mode !== 'earliest' && latest !== '' && { latest: latest.slice(0, dayLength) }),
  };
}

const dayLength = '2026-11-25'.length;

function fileLimits(config: WireModifierConfig): ModifierLimits {
  const { file_max_size: size } = config;
  // `other` stands for the file extensions that are listed separately.
  const kinds = (config.file_types_supported ?? []).filter((kind) => kind !== 'other');
  const types = config.file_types_mode === 'all' ? [] : [...kinds, ...(config.file_types_other ?? [])];
  return {
    ...(types.length > 0 && { fileTypes: types }),
    ...(size !== null && size > 0 && { maxFileSize: size }),
  };
}
