import type { HealthCause } from '../../../contracts/admin/health';
import { codedReasonOf } from '../lib/coded-reason';
import { knownCauses } from '../outbox/known-causes';

/** Why something failed, as a code, to be spread into a finding; empty when there is only a message. */
export function causesOf(error: unknown): { causes?: HealthCause[] } {
  return knownCauses(codedReasonOf(error));
}
