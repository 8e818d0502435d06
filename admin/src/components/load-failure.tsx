import { Page } from '@strapi/strapi/admin';
import { Button, Flex } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useErrorWords } from '../hooks/use-error-words';
import { useTranslate } from '../hooks/use-translate';
import { Notice } from './notice';

export interface LoadFailureProps {
  error: unknown;
  onRetry: () => void;
}

/** Shown in place of a page whose data could not be loaded: the reason, and a retry button. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const words = useErrorWords();
  return <Page.Error content={words(error)} action={<RetryButton onRetry={onRetry} />} />;
}

/** The same for a part of a page whose other parts were loaded. */
export function PartFailure({ error, onRetry }: LoadFailureProps) {
  const words = useErrorWords();
  return (
    <Notice tone="danger">
      <Flex direction="column" alignItems="flex-start" gap={3}>
        {words(error)}
        <RetryButton onRetry={onRetry} />
      </Flex>
    </Notice>
  );
}

function RetryButton({ onRetry }: Pick<LoadFailureProps, 'onRetry'>) {
  const t = useTranslate();
  return (
    <Button variant="secondary" startIcon={<ArrowClockwise />} onClick={onRetry}>
      {t('commerce-bridge.error.retry')}
    </Button>
  );
}
