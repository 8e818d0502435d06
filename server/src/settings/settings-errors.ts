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

/** Settings are not what an update expects them to be, because somebody else changed them; nothing was stored. */
export class SettingsChangedError extends CommerceBridgeError {
  readonly code = 'settings_changed';

  constructor(changed: readonly string[]) {
    const names = changed.join(', ');
    super(`${names}: changed since they were read. Read them again, and apply your change to what they are now.`, {
      data: { settings: names },
    });
  }
}

/** A required setting has not been entered yet. */
export class MissingSettingsError extends CommerceBridgeError {
  readonly code = 'missing_settings';

  constructor(readonly missing: readonly string[]) {
    super(`Enter ${missing.join(' and ')} first: Settings → Commerce Bridge → Connection.`, { data: { missing } });
  }
}
