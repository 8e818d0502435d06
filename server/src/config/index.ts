import { z } from 'zod';
import { definitions, secretDefinitions } from '../settings/definitions';
import { plainNames, readFixedSettings } from '../settings/fixed-settings';

interface EnvironmentReader {
  (name: string): string | undefined;
}

const configSchema = z.looseObject({ environment: z.record(z.string(), z.string().optional()).optional() });

/** The plugin's configuration: environment variables are read here and nowhere else. */
export const config = {
  default: ({ env }: { env: EnvironmentReader }) => ({
    environment: Object.fromEntries(variableNames().map((name) => [name, env(name)])),
  }),

  /** Stops the boot with one message that names the key, the value given (never a secret) and what is allowed. */
  validator(given: unknown): void {
    const known = [...plainNames(), ...Object.keys(secretDefinitions), 'environment', 'onCatalogChange'];
    const { environment, ...rest } = configSchema.parse(given);
    const unknown = Object.keys(rest).filter((key) => !known.includes(key));
    if (unknown.length > 0) {
      throw new Error(`unknown ${unknown.map((key) => JSON.stringify(key)).join(', ')}; allowed are ${known.slice(0, -2).join(', ')}, onCatalogChange.`);
    }
    readFixedSettings(environment ?? {}, rest);
  },
};

/** Reads the checked configuration again in the form the container takes it. */
export function fixedSettingsOf(pluginConfig: unknown) {
  const { environment, ...rest } = configSchema.parse(pluginConfig);
  return readFixedSettings(environment ?? {}, rest);
}

function variableNames(): string[] {
  const plain = plainNames().flatMap((name) => definitions[name].variable ?? []);
  return [...plain, ...Object.values(secretDefinitions).map(({ variable }) => variable)];
}
