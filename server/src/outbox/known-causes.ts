import { type HealthCause, healthCause } from '../../../contracts/admin/health';
import type { CodedReason } from '../lib/coded-reason';

/** A reason as pages know it, to be spread into a response; empty where only its English message says it. */
export function knownCauses(reason: CodedReason | null): { causes?: HealthCause[] } {
  const cause = healthCause.safeParse(reason);
  return cause.success ? { causes: [cause.data] } : {};
}
