import type { HookProblem, HookView } from '../../../contracts/admin/webhooks';
import type { HookVerdict } from './hook-verdicts';
import type { RegistrationRecord } from './registration-memory';

/** Our hooks as the admin API shows them; header tokens stay out. */
export function presentHooks(
  verdicts: readonly HookVerdict[],
  { record, destination }: { record: RegistrationRecord; destination: string },
): HookView[] {
  return verdicts.map((verdict): HookView => {
    if (verdict.kind === 'missing' || verdict.kind === 'lacking') {
      return {
        id: null,
        scope: verdict.scope,
        destination,
        isActive: false,
        problems: [absenceOf(verdict)],
        createdAt: null,
        updatedAt: null,
        lastAction: null,
      };
    }
    const { hook } = verdict;
    const known = record.get(hook.id);
    return {
      id: hook.id,
      scope: hook.scope,
      destination: hook.destination,
      isActive: hook.isActive,
      problems: problemsOf(verdict),
      createdAt: hook.createdAt?.toISOString() ?? null,
      updatedAt: hook.updatedAt?.toISOString() ?? null,
      lastAction: known ? { action: known.action, at: known.at.toISOString() } : null,
    };
  });
}

function absenceOf(verdict: Extract<HookVerdict, { kind: 'missing' | 'lacking' }>): HookProblem {
  if (verdict.kind === 'missing') return 'missing';
  return verdict.isRefused ? 'refused' : 'lacking';
}

function problemsOf(verdict: Exclude<HookVerdict, { kind: 'missing' | 'lacking' }>): HookProblem[] {
  switch (verdict.kind) {
    case 'right':
      return [];
    case 'wrong':
      return verdict.defects;
    case 'surplus':
      return ['surplus'];
    case 'other-host':
      return ['other_host'];
  }
}
