import type { ReactNode } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import { StatusBadge } from '../../../components/status-badge';
import { useTranslate, type TranslationKey } from '../../../hooks/use-translate';
import { setupSteps, type SetupStep, type StepState } from './setup-steps';

const words: Record<SetupStep, { title: TranslationKey; text: TranslationKey; trouble: TranslationKey }> = {
  credentials: {
    title: 'commerce-bridge.setup.credentials',
    text: 'commerce-bridge.setup.credentials.text',
    trouble: 'commerce-bridge.setup.credentials.trouble',
  },
  test: {
    title: 'commerce-bridge.setup.test',
    text: 'commerce-bridge.setup.test.text',
    trouble: 'commerce-bridge.setup.test.trouble',
  },
  sync: {
    title: 'commerce-bridge.setup.sync',
    text: 'commerce-bridge.setup.sync.text',
    trouble: 'commerce-bridge.setup.sync.trouble',
  },
  webhooks: {
    title: 'commerce-bridge.setup.webhooks',
    text: 'commerce-bridge.setup.webhooks.text',
    trouble: 'commerce-bridge.setup.webhooks.trouble',
  },
};

export interface StepPanelProps {
  step: SetupStep;
  state: StepState;
  isOpen: boolean;
  /** What to do; shown while the step is open. */
  children: ReactNode;
}

/** One step of the guide: its purpose, its state, and what can go wrong. */
export function StepPanel({ step, state, isOpen, children }: StepPanelProps) {
  const t = useTranslate();
  const { title, text, trouble } = words[step];
  const heading = t('commerce-bridge.setup.step', { number: setupSteps.indexOf(step) + 1, title: t(title) });
  return (
    <Box tag="section" aria-label={heading} background="neutral0" hasRadius shadow="filterShadow" padding={6}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        <Flex justifyContent="space-between" alignItems="flex-start" gap={4}>
          <Flex direction="column" alignItems="flex-start" gap={1}>
            <Typography variant="delta" tag="h2" textColor={isOpen || state !== 'open' ? 'neutral800' : 'neutral600'}>
              {heading}
            </Typography>
            <Typography variant="pi" textColor="neutral600">
              {t(text)}
            </Typography>
          </Flex>
          <StepBadge state={state} isOpen={isOpen} />
        </Flex>
        {isOpen ? children : null}
        {isOpen ? (
          <Typography variant="pi" textColor="neutral600">
            {t(trouble)}
          </Typography>
        ) : null}
      </Flex>
    </Box>
  );
}

function StepBadge({ state, isOpen }: Pick<StepPanelProps, 'state' | 'isOpen'>) {
  const t = useTranslate();
  if (state === 'skipped')
    return <StatusBadge variant="neutral">{t('commerce-bridge.setup.state.skipped')}</StatusBadge>;
  if (state === 'done') return <StatusBadge variant="success">{t('commerce-bridge.setup.state.done')}</StatusBadge>;
  if (isOpen) return <StatusBadge variant="secondary">{t('commerce-bridge.setup.state.now')}</StatusBadge>;
  return <StatusBadge variant="neutral">{t('commerce-bridge.setup.state.later')}</StatusBadge>;
}
