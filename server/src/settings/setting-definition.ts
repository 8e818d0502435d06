import type { z } from 'zod';
import type { PlainSettings, SettingIssue } from '../../../contracts/admin/settings';

/** One setting: where it can come from, which values are allowed, and its default. */
export interface SettingDefinition<Value> {
  /** Null: cannot come from the environment. */
  variable: `COMMERCE_BRIDGE_${string}` | null;
  schema: z.ZodType<Value>;
  /** Parses the text of an environment variable into the schema's input. */
  fromText: (text: string) => unknown;
  fallback: Value;
  /** The allowed values, for pages to word in their own language. */
  expects: SettingIssue;
  /** The same in words, for error messages. */
  allowed: string;
}

/** A definition for each setting that is not a secret. */
export type Definitions = { [Name in keyof PlainSettings]: SettingDefinition<PlainSettings[Name]> };
