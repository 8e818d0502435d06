import { Flex, Typography } from '@strapi/design-system';
import { ProgressBar } from '../../../components/progress-bar';
import { useTranslate } from '../../../hooks/use-translate';
import { setupSteps, type SetupStep, type StepState } from './setup-steps';

/** How many steps of the guide are done. */
export function SetupProgress({ states }: { states: Record<SetupStep, StepState> }) {
  const t = useTranslate();
  const count = (state: StepState) => setupSteps.filter((step) => states[step] === state).length;
  const [done, skipped, steps] = [count('done'), count('skipped'), setupSteps.length];
  const text = t('commerce-bridge.setup.progress', { done, skipped, steps });
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography fontWeight="semiBold" textColor="neutral800" aria-hidden>
        {text}
      </Typography>
      <ProgressBar
        percent={((done + skipped) / steps) * 100}
        label={t('commerce-bridge.setup.progress.label')}
        text={text}
      />
    </Flex>
  );
}
