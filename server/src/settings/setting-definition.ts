import type { z } from 'zod';
import type { PlainSettings, SettingIssue } from '../../../contracts/admin/settings';

/** One setting: where it can come from, what is allowed, what it is when nobody says. */
export interface SettingDefinition<Value> {
  /** Null: cannot come from the environment. */
  variable: `COMMERCE_BRIDGE_${string}` | null;
  schema: z.ZodType<Value>;
  /** Turns the text of an environment variable into what the schema takes. */
  fromText: (text: string) => unknown;
  fallback: Value;
  /** What is allowed, for pages to say in their own language. */
  expects: SettingIssue;
  /** The same in words, for error messages. */
  allowed: string;
}

/** A definition for each setting that is no secret. */
export type Definitions = { [Name in keyof PlainSettings]: SettingDefinition<PlainSettings[Name]> };
