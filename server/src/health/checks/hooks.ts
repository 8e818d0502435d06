import { describeError } from '../../lib/errors';
import type { CatchUp } from '../../sync/schedule/catch-up';
import type { UpstreamHook } from '../../upstream/hooks-client';
import type { HookDefect, HookVerdict } from '../../webhooks/hook-verdicts';
import { inShort } from '../../webhooks/market-scopes';
import { causesOf } from '../causes';
import type { HealthCheck, HealthFinding } from '../health-check';

export interface HooksCheckOptions {
  /** Whether this site ever registered webhooks with this store: administrators can skip that in the setup guide. */
  isRegistered: () => Promise<boolean>;
  /** Returns a verdict for each of our hooks; throws when that cannot be determined. */
  examine: (signal: AbortSignal) => Promise<HookVerdict[]>;
  /** Reactivates a hook. */
  revive: (hook: UpstreamHook, signal: AbortSignal) => Promise<void>;
  /** Incremental runs that make up for lost deliveries. */
  catchUp: Pick<CatchUp, 'expect' | 'request' | 'resume'>;
}

const whereToRegister = 'Register webhooks under Settings → Commerce Bridge → Webhooks.';
const whereToRegisterAgain = 'Register webhooks again under Settings → Commerce Bridge → Webhooks.';

/**
 * Checks that each hook exists, is active, points here and carries our token; reactivates one that upstream
 * deactivated.
 */
export function createHooksCheck({ isRegistered, examine, revive, catchUp }: HooksCheckOptions): HealthCheck {
  async function tryToRevive(hook: UpstreamHook, signal: AbortSignal): Promise<HealthFinding | null> {
    try {
      await revive(hook, signal);
      return null;
    } catch (error) {
      const reason = describeError(error);
      const text = `BigCommerce disabled the webhook ${hook.scope}, and it couldn't be re-enabled: ${reason}. ${whereToRegisterAgain}`;
      return { code: 'hook_not_revived', values: { scope: hook.scope, reason }, ...causesOf(error), text };
    }
  }

  async function reviveAll(hooks: readonly UpstreamHook[], signal: AbortSignal): Promise<HealthFinding[]> {
    const failures: HealthFinding[] = [];
    const revived: string[] = [];
    // Recorded first: once a hook is active again, nothing upstream shows that there was a gap.
    if (hooks.length > 0) await catchUp.expect('webhooks had been switched off');
    for (const hook of hooks) {
      const failure = await tryToRevive(hook, signal);
      if (failure === null) revived.push(hook.scope);
      else failures.push(failure);
    }
    if (revived.length === 0) {
      // The failed request may have enabled it all the same, and the next check will find nothing wrong.
      if (failures.length > 0) catchUp.resume();
      return failures;
    }
    await catchUp.request(`webhooks were switched on again: ${revived.join(', ')}`);
    // Reported although it is fixed: deliveries were lost, and the cause of the deactivation may persist.
    const many = revived.length > 1;
    return [
      {
        code: 'hooks_revived',
        values: { scopes: revived.join(', '), count: revived.length },
        text: `BigCommerce had disabled the ${many ? 'webhooks' : 'webhook'} ${revived.join(', ')}. ${many ? 'They were' : 'It was'} re-enabled, and an incremental sync is importing missed changes. BigCommerce disables webhooks after 48 hours of failed deliveries or 90 days without activity: make sure it can reach this site.`,
      },
      ...failures,
    ];
  }

  return {
    subject: 'webhooks',
    about: 'webhooks',
    async run({ signal }) {
      if (!(await isRegistered())) return [];
      const verdicts = await examine(signal);
      const wrong = verdicts.flatMap((verdict) => (verdict.kind === 'wrong' ? [verdict] : []));
      return [
        ...missingWords(verdicts),
        ...lackingWords(verdicts),
        ...(await reviveAll(
          wrong.filter(({ defects }) => defects.includes('inactive')).map(({ hook }) => hook),
          signal,
        )),
        ...wrong.flatMap(({ hook, defects }) => defects.flatMap((defect) => defectWords(hook, defect) ?? [])),
      ];
    },
  };
}

function missingWords(verdicts: readonly HookVerdict[]): HealthFinding[] {
  const missing = verdicts.flatMap((verdict) => (verdict.kind === 'missing' ? [verdict.scope] : []));
  if (missing.length === 0) return [];
  const elsewhere = verdicts.flatMap((verdict) => (verdict.kind === 'other-host' ? [verdict.hook.destination] : []));
  const isNoneHere = verdicts.every(({ kind }) => kind === 'missing' || kind === 'lacking' || kind === 'other-host');
  if (isNoneHere && elsewhere.length > 0) {
    const destination = [...new Set(elsewhere)].join(', ');
    return [
      {
        code: 'hooks_elsewhere',
        values: { destination },
        text: `This site's webhooks point to ${destination}. If the site has moved, point them here under Settings → Commerce Bridge → Webhooks; if it is a copy, register its own there.`,
      },
    ];
  }
  if (isNoneHere)
    return [
      {
        code: 'hooks_none',
        values: {},
        text: `BigCommerce has none of this site's webhooks anymore, so changes only arrive with the next sync. ${whereToRegisterAgain}`,
      },
    ];
  return [
    {
      code: 'hooks_missing',
      values: { scopes: missing.join(', ') },
      text: `BigCommerce has no webhook for ${missing.join(', ')}. ${whereToRegister}`,
    },
  ];
}

/** Hints only: the next comparison finds what these would report, and the other webhooks work without them. */
function lackingWords(verdicts: readonly HookVerdict[]): HealthFinding[] {
  const isRegisteredElse = verdicts.some(({ kind }) => kind === 'right' || kind === 'wrong');
  const scopesOf = (isRefused: boolean) =>
    inShort(
      verdicts.flatMap((verdict) =>
        verdict.kind === 'lacking' && verdict.isRefused === isRefused ? [verdict.scope] : [],
      ),
    );
  const [refused, lacking] = [scopesOf(true), scopesOf(false)];
  return [
    ...(refused === ''
      ? []
      : [
          {
            code: 'hooks_refused' as const,
            values: { scopes: refused },
            text: `BigCommerce doesn't offer the webhooks ${refused}. What they would report arrives with the next full sync or comparison.`,
          },
        ]),
    ...(lacking === '' || !isRegisteredElse
      ? []
      : [
          {
            code: 'hooks_lacking' as const,
            values: { scopes: lacking },
            text: `The webhooks ${lacking} aren't registered yet, so what they would report arrives with the next full sync or comparison. ${whereToRegisterAgain}`,
          },
        ]),
  ];
}

function defectWords(hook: UpstreamHook, defect: HookDefect): HealthFinding | null {
  switch (defect) {
    case 'inactive':
      return null;
    case 'destination':
      return {
        code: 'hook_destination',
        values: { scope: hook.scope, destination: hook.destination },
        text: `The webhook ${hook.scope} points to ${hook.destination}, an alias of the receiver's URL. It works; registering the webhooks again changes it to the usual URL.`,
      };
    case 'token':
      return {
        code: 'hook_token',
        values: { scope: hook.scope },
        text: `The webhook ${hook.scope} has no valid header token. ${whereToRegisterAgain}`,
      };
  }
}
