import type { SiteStatus, StatusKind, StatusReason } from '../../../contracts/admin/status';
import { fixOf, judgments } from './grades';
import type { HealthFinding } from './health-check';
import { runFindings } from './run-findings';
import type { StatusFacts } from './status-facts';

/** The one status of the site; pure. Exactly one kind, with at least one reason unless it is up to date. */
export function statusOf(facts: StatusFacts): SiteStatus {
  const found = [...facts.findings, ...runFindings(facts)].map(reasonOf);
  const graded = (grade: string) => found.filter(({ code }) => judgments[code].grade === grade);
  const reasons = facts.isConnected
    ? [...graded('failing'), ...graded('not_set_up'), ...graded('behind')]
    : [
        ...found.filter(isUnreadable),
        ...graded('not_set_up'),
        ...graded('failing').filter((each) => !isUnreadable(each)),
        ...graded('behind'),
      ];
  return {
    kind: kindOf(reasons),
    asOf: asOf(facts)?.toISOString() ?? null,
    reasons,
    hints: facts.isConnected ? graded('hint') : [],
  };
}

/** Credentials were entered but cannot be decrypted, so a configured site looks as if it were not set up. */
function isUnreadable({ code }: StatusReason): boolean {
  return code === 'secrets_unreadable';
}

/** The first reason is the most severe. */
function kindOf([first]: readonly StatusReason[]): StatusKind {
  if (first === undefined) return 'up_to_date';
  const { grade } = judgments[first.code];
  return grade === 'hint' ? 'up_to_date' : grade;
}

function reasonOf({ code, values, causes, text }: HealthFinding): StatusReason {
  const issue = { code, values, ...(causes && { causes }) };
  return { ...issue, text, fix: fixOf(issue) };
}

/**
 * The catalog is as of the last run that compared everything, or later if webhooks have reported since without a gap.
 */
function asOf({ runs, reportedSince, reportedUntil }: StatusFacts): Date | null {
  const compared = runs.lastComplete?.startedAt ?? null;
  if (compared === null || reportedSince === null || reportedSince > compared) return compared;
  return reportedUntil !== null && reportedUntil > compared ? reportedUntil : compared;
}
