/**
 * The environment of every site but those of tests about modifiers: reading them in the background takes requests, faults, and
 * time that other tests count.
 */
export const withoutModifiers = { COMMERCE_BRIDGE_MODIFIERS_ENABLED: 'false' };
