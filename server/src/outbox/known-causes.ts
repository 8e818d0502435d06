import { type HealthCause, healthCause } from '../../../contracts/admin/health';
import type { CodedReason } from '../lib/coded-reason';

/** A reason in a form that pages can translate, to be spread into a response; empty when there is only its message. */
export function knownCauses(reason: CodedReason | null): { causes?: HealthCause[] } {
  const cause = healthCause.safeParse(reason);
  return cause.success ? { causes: [cause.data] } : {};
}
