import type { HealthCause } from '../../../contracts/admin/health';
import type { Run, RunReason } from '../../../contracts/admin/runs';
import type { Translate, TranslationKey } from '../hooks/use-translate';
import { failureWords } from './failure-words';
import { lookUp } from './look-up';
import { pluralTexts } from './run-texts';

type Code = RunReason['code'];
/** A reason of a run, or the cause of an issue. */
type Coded = Pick<HealthCause, 'code' | 'values'>;

const texts: Partial<Record<Code, TranslationKey>> = {
  mass_removal: 'commerce-bridge.failed.massRemoval',
  doubtful_emptiness: 'commerce-bridge.failed.doubtfulEmptiness',
  store_changed: 'commerce-bridge.failed.storeChanged',
  run_stuck: 'commerce-bridge.failed.runStuck',
  items_failed: 'commerce-bridge.failed.items',
  listed_fewer: 'commerce-bridge.failed.listedFewer',
  database_refused: 'commerce-bridge.failed.databaseRefused',
};

/**
 * Why a run failed or skipped something, in the administrator's language if its reasons have known codes; null if it
 * did neither. @param run without `reasons` if an instance of an earlier version responds, as during an upgrade
 */
export function outcomeWords(
  { error, reasons = [] }: Pick<Run, 'error'> & { reasons?: readonly Coded[] },
  t: Translate,
): string | null {
  if (error === null || reasons.length === 0) return error;
  const words = reasons.map((reason) => reasonWords(reason, error, t));
  return words.every((sentence) => sentence !== undefined) ? words.join(' ') : error;
}

function reasonWords({ code, values }: Coded, message: string, t: Translate): string | undefined {
  const text = lookUp(texts, code);
  if (text === undefined) return failureWords({ code, values, message }, t);
  const kind = lookUp(pluralTexts, values['entity']);
  return t(text, { ...values, ...(kind && { kind: t(kind) }) });
}
