import { Flex, Typography } from '@strapi/design-system';
import { ProgressBar } from '../../../components/progress-bar';
import { useTranslate } from '../../../hooks/use-translate';
import { setupSteps, type SetupStep } from './setup-steps';

/** How many steps of the guide are done. */
export function SetupProgress({ done }: { done: Record<SetupStep, boolean> }) {
  const t = useTranslate();
  const count = setupSteps.filter((step) => done[step]).length;
  const text = t('commerce-bridge.setup.progress', { done: count, steps: setupSteps.length });
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography fontWeight="semiBold" textColor="neutral800" aria-hidden>
        {text}
      </Typography>
      <ProgressBar
        percent={(count / setupSteps.length) * 100}
        label={t('commerce-bridge.setup.progress.label')}
        text={text}
      />
    </Flex>
  );
}
