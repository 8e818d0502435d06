import { type HealthCause, healthCause } from '../../../contracts/admin/health';
import { CommerceBridgeError, databaseWords, plainData } from '../lib/errors';

/** Why something failed, by code, to be spread into a finding; empty where only its words tell it. */
export function causesOf(error: unknown): { causes?: HealthCause[] } {
  const refusal = databaseWords(error);
  if (refusal !== null) return { causes: [{ code: 'database_refused', values: { refusal } }] };
  if (!(error instanceof CommerceBridgeError)) return {};
  const cause = healthCause.safeParse({ code: error.code, values: plainData(error) });
  return cause.success ? { causes: [cause.data] } : {};
}
