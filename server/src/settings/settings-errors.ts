import type { SettingIssue } from '../../../contracts/admin/settings';
import { CommerceBridgeError } from '../lib/errors';

/** What is wrong with one setting: its name (empty if the problem concerns none), the issue, and the same in words. */
export interface SettingProblem extends SettingIssue {
  name: string;
  message: string;
}

/** Some of the given settings are invalid; nothing was stored. */
export class InvalidSettingsError extends CommerceBridgeError {
  readonly code = 'invalid_settings';

  constructor(readonly problems: readonly SettingProblem[]) {
    super(problems.map(({ message }) => message).join(' '), { data: { problems } });
  }
}

/** A required setting has not been entered yet. */
export class MissingSettingsError extends CommerceBridgeError {
  readonly code = 'missing_settings';

  constructor(readonly missing: readonly string[]) {
    super(`Enter ${missing.join(' and ')} first: Settings → Commerce Bridge → Connection.`, { data: { missing } });
  }
}
