import { Box, Link } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { Overview } from '../../../../../contracts/admin/overview';
import { BulletList } from '../../../components/bullet-list';
import { Notice, type NoticeProps } from '../../../components/notice';
import { useAllowed } from '../../../hooks/use-allowed';
import { useFormats } from '../../../hooks/use-formats';
import { useIssueWords } from '../../../hooks/use-issue-words';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { pluginId } from '../../../plugin-id';
import { standingOf, type Standing } from './standing';

interface Words {
  tone: NoticeProps['tone'];
  title: TranslationKey;
  text: TranslationKey;
}

const words: Record<Standing, Words> = {
  running: {
    tone: 'information',
    title: 'commerce-bridge.standing.running',
    text: 'commerce-bridge.standing.running.text',
  },
  never: { tone: 'information', title: 'commerce-bridge.standing.never', text: 'commerce-bridge.standing.never.text' },
  unhealthy: {
    tone: 'danger',
    title: 'commerce-bridge.standing.unhealthy',
    text: 'commerce-bridge.standing.unhealthy.text',
  },
  dropped: {
    tone: 'warning',
    title: 'commerce-bridge.standing.dropped',
    text: 'commerce-bridge.standing.dropped.text',
  },
  lastRunFailed: {
    tone: 'danger',
    title: 'commerce-bridge.standing.lastRunFailed',
    text: 'commerce-bridge.standing.lastRunFailed.text',
  },
  lastRunPartial: {
    tone: 'warning',
    title: 'commerce-bridge.standing.lastRunPartial',
    text: 'commerce-bridge.standing.lastRunPartial.text',
  },
  unchecked: {
    tone: 'success',
    title: 'commerce-bridge.standing.inStep',
    text: 'commerce-bridge.standing.unchecked.text',
  },
  inStep: { tone: 'success', title: 'commerce-bridge.standing.inStep', text: 'commerce-bridge.standing.inStep.text' },
};

/** In step or not, in one sentence, and where to go from there. */
export function StandingNotice({ overview }: { overview: Overview }) {
  const t = useTranslate();
  const { moment } = useFormats();
  const standing = standingOf(overview);
  const { tone, title, text } = words[standing];
  // A run may have gone well since: without its time a check seems to contradict what stands below.
  const checkedAt = overview.health === null ? '' : moment(new Date(overview.health.checked_at * 1000).toISOString());
  return (
    <Notice tone={tone} title={t(title)}>
      <p>{t(text, { moment: checkedAt })}</p>
      {standing === 'never' ? <SetupLink /> : null}
      {standing === 'unhealthy' ? <Issues record={overview.health} /> : null}
    </Notice>
  );
}

function SetupLink() {
  const t = useTranslate();
  const { allowed } = useAllowed(permissions.readSettings);
  return allowed ? (
    <Box paddingTop={2}>
      <Link tag={NavLink} to="setup">
        {t('commerce-bridge.setup.open')}
      </Link>
    </Box>
  ) : null;
}

function Issues({ record }: { record: Overview['health'] }) {
  const t = useTranslate();
  const words = useIssueWords();
  const read = useAllowed(permissions.readSettings);
  const manage = useAllowed(permissions.manageHealth);
  return (
    <>
      <BulletList items={words(record ?? { errors: [] }).map((error) => ({ key: error, text: error }))} />
      {read.allowed || manage.allowed ? (
        <Box paddingTop={2}>
          <Link tag={NavLink} to={`/settings/${pluginId}/health`}>
            {t('commerce-bridge.notice.open')}
          </Link>
        </Box>
      ) : null}
    </>
  );
}
