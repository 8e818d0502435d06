import { Flex, Typography } from '@strapi/design-system';
import type { HealthRecord } from '../../../../../contracts/admin/health';
import { BulletList } from '../../../components/bullet-list';
import { Card } from '../../../components/card';
import { Notice } from '../../../components/notice';
import { useAllowed } from '../../../hooks/use-allowed';
import { useFormats } from '../../../hooks/use-formats';
import { useIssueWords } from '../../../hooks/use-issue-words';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { CheckButton } from './check-button';
import { ClearButton } from './clear-button';

/** The last check: what it found, when, and having another one. */
export function HealthCard({ record }: { record: HealthRecord | null }) {
  const t = useTranslate();
  const { moment } = useFormats();
  const { allowed, isLoading } = useAllowed(permissions.manageHealth);
  return (
    <Card
      title={t('commerce-bridge.health.record.title')}
      description={t('commerce-bridge.health.record.description')}
      aside={
        <Flex gap={2}>
          {record === null || !allowed ? null : <ClearButton />}
          <CheckButton isAllowed={allowed} />
        </Flex>
      }
    >
      {allowed || isLoading ? null : <Notice tone="information">{t('commerce-bridge.permission.noHealth')}</Notice>}
      <div aria-live="polite">
        <Findings record={record} />
      </div>
      {record === null ? null : (
        <Typography variant="pi" textColor="neutral600">
          {t('commerce-bridge.health.checkedAt', { moment: moment(new Date(record.checked_at * 1000).toISOString()) })}
        </Typography>
      )}
    </Card>
  );
}

function Findings({ record }: { record: HealthRecord | null }) {
  const t = useTranslate();
  const words = useIssueWords();
  if (record === null) return <Typography textColor="neutral600">{t('commerce-bridge.health.none')}</Typography>;
  if (record.healthy) {
    return (
      <Notice tone="success" title={t('commerce-bridge.health.good.title')}>
        {t('commerce-bridge.health.good.text')}
      </Notice>
    );
  }
  return (
    <Notice tone="danger" title={t('commerce-bridge.health.issues')}>
      <BulletList items={words(record).map((error) => ({ key: error, text: error }))} />
    </Notice>
  );
}
