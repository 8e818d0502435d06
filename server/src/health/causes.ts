import type { HealthCause } from '../../../contracts/admin/health';
import { codedReasonOf } from '../lib/coded-reason';
import { knownCauses } from '../outbox/known-causes';

/** Why something failed, by code, to be spread into a finding; empty where only its message says it. */
export function causesOf(error: unknown): { causes?: HealthCause[] } {
  return knownCauses(codedReasonOf(error));
}
