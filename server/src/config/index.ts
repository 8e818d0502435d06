import { z } from 'zod';
import { readRedisSettings, redisPrefixVariable, redisUrlVariable } from '../instances/redis-address';
import type { CatalogHook } from '../outbox/change-hook';
import { definitions } from '../settings/definitions';
import { secretDefinitions } from '../settings/secret-definitions';
import { plainNames, readFixedSettings } from '../settings/fixed-settings';

interface EnvironmentReader {
  (name: string): string | undefined;
}

const configSchema = z.looseObject({
  environment: z.record(z.string(), z.string().optional()).optional(),
  onCatalogChange: z.custom<CatalogHook>((given) => typeof given === 'function').optional(),
});

/** The plugin's configuration: environment variables are read here and nowhere else. */
export const config = {
  default: ({ env }: { env: EnvironmentReader }) => ({
    environment: Object.fromEntries(variableNames().map((name) => [name, env(name)])),
  }),

  /**
   * Stops the boot with one message that names the key, the value given (never a secret) and what is allowed (behavior
   * 8.2).
   */
  validator(given: unknown): void {
    const known = [...plainNames(), ...Object.keys(secretDefinitions), 'environment', 'onCatalogChange'];
    const { environment, ...rest } = parseConfig(given);
    const unknown = Object.keys(rest).filter((key) => !known.includes(key));
    if (unknown.length > 0) {
      throw new Error(
        `unknown ${unknown.map((key) => JSON.stringify(key)).join(', ')}; allowed are ${known.slice(0, -2).join(', ')}, onCatalogChange.`,
      );
    }
    readFixedSettings(environment ?? {}, rest);
    readRedisSettings(environment ?? {});
  },
};

/** Reads the checked configuration again in the form that the container takes. */
export function fixedSettingsOf(pluginConfig: unknown) {
  const { environment, ...rest } = parseConfig(pluginConfig);
  return readFixedSettings(environment ?? {}, rest);
}

/** Where Redis is; null if the site does not use it. */
export function redisSettingsOf(pluginConfig: unknown) {
  return readRedisSettings(parseConfig(pluginConfig).environment ?? {});
}

/** The site's own callback for catalog changes; null when there is none. */
export function catalogHookOf(pluginConfig: unknown): CatalogHook | null {
  return parseConfig(pluginConfig).onCatalogChange ?? null;
}

function parseConfig(given: unknown): z.infer<typeof configSchema> {
  const { onCatalogChange } = z.looseObject({}).parse(given);
  if (onCatalogChange !== undefined && typeof onCatalogChange !== 'function') {
    throw new Error(
      `plugins.commerce-bridge.config.onCatalogChange is ${JSON.stringify(onCatalogChange)}; allowed is a function.`,
    );
  }
  return configSchema.parse(given);
}

function variableNames(): string[] {
  const plain = plainNames().flatMap((name) => definitions[name].variable ?? []);
  const secrets = Object.values(secretDefinitions).map(({ variable }) => variable);
  return [...plain, ...secrets, redisUrlVariable, redisPrefixVariable];
}
