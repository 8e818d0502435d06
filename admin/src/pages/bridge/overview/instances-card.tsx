import { Tbody, Td, Tr, Typography } from '@strapi/design-system';
import type { InstanceWork, SiteInstance } from '../../../../../contracts/admin/instances';
import { Card } from '../../../components/card';
import { HeadingRow } from '../../../components/heading-row';
import { NavigableTable } from '../../../components/navigable-table';
import { Notice } from '../../../components/notice';
import { RelativeTime } from '../../../components/relative-time';
import { StatusBadge } from '../../../components/status-badge';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';

const workTexts: Record<InstanceWork, TranslationKey> = {
  run: 'commerce-bridge.instances.work.run',
  events: 'commerce-bridge.instances.work.events',
  verification: 'commerce-bridge.instances.work.verification',
  schedule: 'commerce-bridge.instances.work.schedule',
  storefront_token: 'commerce-bridge.instances.work.storefrontToken',
  webhook_registration: 'commerce-bridge.instances.work.webhookRegistration',
  deliveries: 'commerce-bridge.instances.work.deliveries',
  markets: 'commerce-bridge.instances.work.markets',
  modifiers: 'commerce-bridge.instances.work.modifiers',
  metafields: 'commerce-bridge.instances.work.metafields',
};

const headings: TranslationKey[] = [
  'commerce-bridge.instances.process',
  'commerce-bridge.instances.version',
  'commerce-bridge.instances.started',
  'commerce-bridge.instances.clock',
  'commerce-bridge.instances.does',
];

/** In milliseconds; smaller values are measurement noise. */
const noticedSkew = 1_000;

/** The running instances of the site; renders nothing while there is only one. */
export function InstancesCard({ instances }: { instances: readonly SiteInstance[] }) {
  const t = useTranslate();
  if (instances.length < 2) return null;
  const isMixed = new Set(instances.map(({ version }) => version)).size > 1;
  return (
    <Card title={t('commerce-bridge.instances.title')} description={t('commerce-bridge.instances.text')}>
      {isMixed ? <Notice tone="warning">{t('commerce-bridge.instances.mixed')}</Notice> : null}
      <NavigableTable
        aria-label={t('commerce-bridge.instances.title')}
        colCount={headings.length}
        rowCount={instances.length + 1}
      >
        <HeadingRow headings={headings} />
        <Tbody>
          {instances.map((instance) => (
            <InstanceRow key={instance.id} instance={instance} />
          ))}
        </Tbody>
      </NavigableTable>
    </Card>
  );
}

function InstanceRow({
  instance: { host, pid, isThis, version, startedAt, holds, ...instance },
}: {
  instance: SiteInstance;
}) {
  const t = useTranslate();
  const does = holds.map((work) => t(workTexts[work])).join(', ');
  return (
    <Tr>
      <Td>
        <Typography>
          {t(isThis ? 'commerce-bridge.instances.this' : 'commerce-bridge.instances.name', { host, pid: String(pid) })}
        </Typography>
      </Td>
      <Td>
        <Typography>{version}</Typography>
      </Td>
      <Td>
        <Typography>
          <RelativeTime at={startedAt} />
        </Typography>
      </Td>
      <Td>
        <Clock ahead={instance.clockAheadMs} />
      </Td>
      <Td>
        <Typography>{does === '' ? t('commerce-bridge.instances.idle') : does}</Typography>
      </Td>
    </Tr>
  );
}

function Clock({ ahead }: { ahead: number }) {
  const t = useTranslate();
  const { delay } = useFormats();
  if (Math.abs(ahead) < noticedSkew) return <Typography>{t('commerce-bridge.instances.clockRight')}</Typography>;
  const text = ahead > 0 ? 'commerce-bridge.instances.clockAhead' : 'commerce-bridge.instances.clockBehind';
  return <StatusBadge variant="warning">{t(text, { by: delay(Math.abs(ahead)) })}</StatusBadge>;
}
