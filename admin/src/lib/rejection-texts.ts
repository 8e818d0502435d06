import type { ConnectionTest } from '../../../contracts/admin/settings';
import type { TranslationKey } from '../hooks/use-translate';

type Reason = Extract<ConnectionTest, { kind: 'rejected' }>['reason'];

/** Why credentials do not work, and how to fix that. */
export const rejectionTexts: Record<Reason, { title: TranslationKey; remedy: TranslationKey }> = {
  incomplete: { title: 'commerce-bridge.test.incomplete.title', remedy: 'commerce-bridge.test.incomplete.remedy' },
  unauthorized: {
    title: 'commerce-bridge.test.unauthorized.title',
    remedy: 'commerce-bridge.test.unauthorized.remedy',
  },
  not_found: { title: 'commerce-bridge.test.notFound.title', remedy: 'commerce-bridge.test.notFound.remedy' },
  unreachable: { title: 'commerce-bridge.test.unreachable.title', remedy: 'commerce-bridge.test.unreachable.remedy' },
  unavailable: { title: 'commerce-bridge.test.unavailable.title', remedy: 'commerce-bridge.test.unavailable.remedy' },
  misconfigured: {
    title: 'commerce-bridge.test.misconfigured.title',
    remedy: 'commerce-bridge.test.misconfigured.remedy',
  },
  unexpected: { title: 'commerce-bridge.test.unexpected.title', remedy: 'commerce-bridge.test.unexpected.remedy' },
};
