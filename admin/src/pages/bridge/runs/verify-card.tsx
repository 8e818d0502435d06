import { Button, Typography } from '@strapi/design-system';
import { Check, Cross } from '@strapi/icons';
import type { Verification, VerifiedKind } from '../../../../../contracts/admin/verification';
import {
  useCancelVerificationMutation,
  useGetVerificationQuery,
  useStartVerificationMutation,
} from '../../../api/verification-api';
import { Card } from '../../../components/card';
import { PartFailure } from '../../../components/load-failure';
import { useAllowed } from '../../../hooks/use-allowed';
import { useFormats } from '../../../hooks/use-formats';
import { useNotifyOutcome } from '../../../hooks/use-notify-outcome';
import { usePolling } from '../../../hooks/use-polling';
import { type TranslationKey, useTranslate } from '../../../hooks/use-translate';
import { entityTexts } from '../../../lib/run-texts';
import { permissions } from '../../../permissions';

/** Polling intervals while a verification is under way and while none is, in milliseconds. */
const pollingIntervals = { running: 2_000, idle: 30_000 };

const kindTexts: Record<VerifiedKind, TranslationKey> = {
  record: 'commerce-bridge.verify.kind.record',
  precomputed: 'commerce-bridge.verify.kind.precomputed',
  links: 'commerce-bridge.verify.kind.links',
  slug: 'commerce-bridge.verify.kind.slug',
  index: 'commerce-bridge.verify.kind.index',
  search: 'commerce-bridge.verify.kind.search',
  leftovers: 'commerce-bridge.verify.kind.leftovers',
};

const statusTexts: Record<Verification['status'], TranslationKey> = {
  running: 'commerce-bridge.verify.running',
  succeeded: 'commerce-bridge.verify.succeeded',
  cancelled: 'commerce-bridge.verify.cancelled',
  failed: 'commerce-bridge.verify.failed',
};

/** Verifies the cached catalog: starts, follows, and cancels a verification, and shows what the last one repaired. */
export function VerifyCard() {
  const t = useTranslate();
  const { data, error, refetch } = useGetVerificationQuery(undefined, { refetchOnMountOrArgChange: true });
  const isRunning = (data?.current ?? null) !== null;
  usePolling(refetch, isRunning ? pollingIntervals.running : pollingIntervals.idle);
  const shown = data?.current ?? data?.last ?? null;
  return (
    <Card title={t('commerce-bridge.verify.title')} aside={<Actions isRunning={isRunning} />}>
      <Typography textColor="neutral600">{t('commerce-bridge.verify.text')}</Typography>
      {error === undefined ? null : <PartFailure error={error} onRetry={() => void refetch()} />}
      {shown === null ? null : <Report report={shown} />}
    </Card>
  );
}

function Actions({ isRunning }: { isRunning: boolean }) {
  const t = useTranslate();
  const notifyOutcome = useNotifyOutcome();
  const { allowed } = useAllowed(permissions.runSync);
  const [start, { isLoading }] = useStartVerificationMutation();
  const [cancel, { isLoading: isCanceling }] = useCancelVerificationMutation();
  if (!allowed) return null;

  const startOne = async () => {
    await start(undefined).unwrap();
    return t('commerce-bridge.verify.started');
  };
  const cancelIt = async () => {
    await cancel(undefined).unwrap();
    return t('commerce-bridge.cancel.requested');
  };
  if (isRunning) {
    return (
      <Button
        variant="danger-light"
        startIcon={<Cross />}
        loading={isCanceling}
        onClick={() => notifyOutcome(cancelIt)}
      >
        {t('commerce-bridge.verify.cancel')}
      </Button>
    );
  }
  return (
    <Button variant="secondary" startIcon={<Check />} loading={isLoading} onClick={() => notifyOutcome(startOne)}>
      {t('commerce-bridge.verify.action')}
    </Button>
  );
}

function Report({ report }: { report: Verification }) {
  const t = useTranslate();
  const { moment } = useFormats();
  const { product, category, brand } = report.checked;
  const withWrongExtras = report.extras?.products ?? [];
  const examples = [...report.examples, ...withWrongExtras.map((id) => ({ entity: 'product' as const, id }))];
  const repaired = Object.entries(report.repaired).filter(([, count]) => count > 0);
  return (
    <>
      <Typography>
        {t(statusTexts[report.status], {
          at: moment(report.finishedAt ?? report.startedAt),
          count: product + category + brand,
        })}
      </Typography>
      {report.error === null ? null : <Typography textColor="danger700">{report.error}</Typography>}
      {repaired.length === 0 && report.status === 'succeeded' ? (
        <Typography>{t('commerce-bridge.verify.clean')}</Typography>
      ) : null}
      {repaired.length === 0 ? null : (
        <ul>
          {Object.entries(kindTexts).flatMap(([kind, text]) =>
            repaired
              .filter(([name]) => name === kind)
              .map(([name, count]) => (
                <Typography key={name} tag="li">
                  {t(text, { count })}
                </Typography>
              )),
          )}
        </ul>
      )}
      {report.markets === undefined ? null : (
        <Typography>{t('commerce-bridge.verify.markets', report.markets)}</Typography>
      )}
      {report.extras === undefined ? null : (
        <Typography>
          {t('commerce-bridge.verify.extras', {
            checked: report.extras.checked,
            repaired: report.extras.repaired,
          })}
        </Typography>
      )}
      {examples.length === 0 ? null : (
        <Typography variant="pi" textColor="neutral600">
          {t('commerce-bridge.verify.examples', {
            ids: examples.map(({ entity, id }) => `${t(entityTexts[entity])} ${id}`).join(', '),
          })}
        </Typography>
      )}
      {report.waiting === 0 || report.status === 'running' ? null : (
        <Typography fontWeight="semiBold" textColor="neutral800">
          {t('commerce-bridge.verify.waiting', { count: report.waiting })}
        </Typography>
      )}
    </>
  );
}
