import { Box, Typography } from '@strapi/design-system';
import type { SiteStatus, StatusReason } from '../../../contracts/admin/status';
import { BulletList } from '../components/bullet-list';
import { Notice } from '../components/notice';
import { useFormats } from '../hooks/use-formats';
import { useReasonWords } from '../hooks/use-issue-words';
import { useTranslate } from '../hooks/use-translate';
import { FixLink } from './fix-link';
import { statusKindLooks, statusTitle } from './status-looks';

/** Whether this site is up to date, why if not, and where to fix it. */
export function StatusNotice({ status }: { status: SiteStatus }) {
  const t = useTranslate();
  const { moment } = useFormats();
  const { kind, asOf, reasons, hints } = status;
  return (
    <div data-testid="commerce-bridge-status" data-kind={kind}>
      <Notice tone={statusKindLooks[kind].tone} title={statusTitle(status, { t, moment })}>
        <Reasons reasons={reasons} />
        {kind !== 'up_to_date' && asOf !== null ? (
          <Box paddingTop={2}>{t('commerce-bridge.status.lastUpToDate', { moment: moment(asOf) })}</Box>
        ) : null}
        {hints.map((hint) => (
          <Box key={hint.code} paddingTop={reasons.length > 0 ? 2 : 0}>
            <Reason reason={hint} />
          </Box>
        ))}
        {kind === 'up_to_date' && hints.length === 0 ? t('commerce-bridge.status.upToDate.text') : null}
      </Notice>
    </div>
  );
}

function Reasons({ reasons }: { reasons: readonly StatusReason[] }) {
  const [first, ...others] = reasons;
  if (first === undefined) return null;
  if (others.length === 0) return <Reason reason={first} />;
  return <BulletList items={reasons.map((reason) => ({ key: reason.text, text: <Reason reason={reason} /> }))} />;
}

function Reason({ reason }: { reason: StatusReason }) {
  const words = useReasonWords();
  return (
    <Typography tag="div" textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
      {words(reason)} <FixLink place={reason.fix} />
    </Typography>
  );
}
