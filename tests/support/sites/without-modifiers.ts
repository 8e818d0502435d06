/**
 * The environment of every site except in tests of modifiers: reading modifiers in the background would affect the
 * requests, faults, and time that other tests count.
 */
export const withoutModifiers = { COMMERCE_BRIDGE_MODIFIERS_ENABLED: 'false' };
