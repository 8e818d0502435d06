import type { LockedBy, PlainSettings, SecretName, SettingName } from '../../../contracts/admin/settings';
import { secretNames } from '../../../contracts/admin/settings';
import { definitions } from './definitions';
import { unknownMarketsOfLocales } from './mapped-locales';
import { readTargets, unprovenTarget } from './purge-targets';
import { secretDefinitions } from './secret-definitions';
import { shownValue } from './setting-kinds';
import { InvalidSettingsError, type SettingProblem } from './settings-errors';

/**
 * Settings that come from the environment or from `config/plugins`; they take precedence and cannot be changed in the
 * admin.
 */
export interface FixedSettings {
  plain: Partial<PlainSettings>;
  secrets: Partial<Record<SecretName, string>>;
  /** Of the purge targets, by their key. */
  purgeSecrets: ReadonlyMap<string, string>;
  locked: Partial<Record<SettingName, LockedBy>>;
}

interface Given {
  value: unknown;
  by: LockedBy;
}

/**
 * Checks what the operator fixed in the environment or the configuration.
 * @param variables environment variables by name; an empty one counts as absent
 * @param config the plugin's part of `config/plugins`, by setting name
 * @throws InvalidSettingsError that names each key, the given value (never a secret) and what is allowed
 */
export function readFixedSettings(
  variables: Readonly<Record<string, string | undefined>>,
  config: Readonly<Record<string, unknown>>,
): FixedSettings {
  const fixed: FixedSettings = { plain: {}, secrets: {}, purgeSecrets: new Map(), locked: {} };
  const problems: SettingProblem[] = [];

  for (const name of plainNames()) {
    const definition = definitions[name];
    const text = definition.variable ? variables[definition.variable] : undefined;
    const given = text ? fromVariable(definition.variable, definition.fromText(text)) : fromConfig(name, config[name]);
    if (!given) continue;
    if (name === 'purgeTargets') {
      const problem = fixTargets(fixed, given);
      if (problem) problems.push(problem);
      continue;
    }
    const parsed = definition.schema.safeParse(given.value);
    if (parsed.success) Object.assign(fixed.plain, { [name]: parsed.data });
    else
      problems.push({
        ...definition.expects,
        name,
        message: `${given.by.name} is ${shownValue(text ?? given.value)}; allowed is ${definition.allowed}.`,
      });
    fixed.locked[name] = given.by;
  }

  for (const name of secretNames) {
    const { variable, isAllowed, allowed, expects } = secretDefinitions[name];
    const text = variables[variable];
    const given = text ? fromVariable(variable, text) : fromConfig(name, config[name]);
    if (!given) continue;
    if (typeof given.value === 'string' && isAllowed(given.value)) fixed.secrets[name] = given.value;
    else
      problems.push({
        ...expects,
        name,
        message: `${given.by.name} (not shown, it is a secret) is not usable; allowed is ${allowed}.`,
      });
    fixed.locked[name] = given.by;
  }

  if (fixed.plain.corsCredentials && fixed.plain.corsOrigins?.includes('*')) {
    problems.push({
      name: 'corsCredentials',
      code: 'credentials_for_all',
      values: {},
      message: 'corsCredentials is true while corsOrigins has *; list the origins instead.',
    });
  }
  const { markets, marketOfLocale } = fixed.plain;
  // Markets that were entered in the admin are not known here.
  if (markets && marketOfLocale) problems.push(...unknownMarketsOfLocales({ markets, marketOfLocale }));
  if (problems.length > 0) throw new InvalidSettingsError(problems);
  return fixed;
}

function fixTargets(fixed: FixedSettings, { value, by }: Given): SettingProblem | null {
  fixed.locked.purgeTargets = by;
  const read = readTargets(value);
  const problem = 'problem' in read ? read.problem : unprovenTarget(read, { targets: [], secrets: new Map() });
  if (problem) return { ...problem, name: 'purgeTargets', message: `${by.name}: ${problem.message}` };
  if ('targets' in read) {
    fixed.plain.purgeTargets = read.targets;
    fixed.purgeSecrets = read.secrets;
  }
  return null;
}

/** The names of all settings that are not secrets. */
export function plainNames(): (keyof PlainSettings)[] {
  return Object.keys(definitions).filter((name): name is keyof PlainSettings => name in definitions);
}

function fromVariable(variable: string | null, value: unknown): Given | null {
  return variable === null ? null : { value, by: { source: 'environment', name: variable } };
}

function fromConfig(name: string, value: unknown): Given | null {
  if (value === undefined || value === null) return null;
  return { value, by: { source: 'config', name: `plugins.commerce-bridge.config.${name}` } };
}
