import { Box, Button, Flex, Loader } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import type { ReactNode } from 'react';
import type { ProductUpstream } from '../../../../../contracts/admin/products';
import { Notice } from '../../../components/notice';
import { useErrorWords } from '../../../hooks/use-error-words';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { problemTexts } from './product-texts';

interface UpstreamStateProps {
  upstream: ProductUpstream | undefined;
  error: unknown;
  isFetching: boolean;
  onRetry: () => void;
}

/** The result of the request to the store: the same, different, removed, or why the request failed. */
export function UpstreamState(props: UpstreamStateProps) {
  const t = useTranslate();
  const { isFetching, onRetry } = props;
  return (
    <Box paddingBottom={4}>
      <Flex gap={4} alignItems="flex-start" justifyContent="space-between">
        <Box grow={1} aria-live="polite">
          <UpstreamOutcome {...props} />
        </Box>
        <Button size="S" variant="tertiary" startIcon={<ArrowClockwise />} disabled={isFetching} onClick={onRetry}>
          {t('commerce-bridge.upstream.askAgain')}
        </Button>
      </Flex>
    </Box>
  );
}

function UpstreamOutcome({ upstream, error, isFetching }: UpstreamStateProps): ReactNode {
  const t = useTranslate();
  const words = useErrorWords();
  const { moment } = useFormats();
  if (isFetching) return <Loader small>{t('commerce-bridge.upstream.asking')}</Loader>;
  if (error !== undefined || upstream === undefined) {
    return (
      <Notice tone="danger" title={t('commerce-bridge.upstream.failed')}>
        {words(error)}
      </Notice>
    );
  }
  const at = t('commerce-bridge.upstream.asOf', { moment: moment(upstream.checkedAt) });
  if (upstream.kind === 'gone')
    return (
      <Notice tone="warning" title={t('commerce-bridge.upstream.gone')}>
        {t('commerce-bridge.upstream.gone.text')}
      </Notice>
    );
  if (upstream.kind === 'failed') {
    const details = t('commerce-bridge.test.upstreamSaid', { message: upstream.message });
    return (
      <Notice tone="danger" title={t(problemTexts[upstream.problem])}>
        {upstream.retryAfter === null
          ? details
          : t('commerce-bridge.upstream.retryAfter', { message: details, seconds: upstream.retryAfter })}
      </Notice>
    );
  }
  if (upstream.fields === null)
    return (
      <Notice tone="danger" title={t('commerce-bridge.upstream.unusable')}>
        {upstream.reason}
      </Notice>
    );
  const { length } = upstream.differences;
  if (length === 0)
    return (
      <Notice tone="success" title={t('commerce-bridge.upstream.same')}>
        {at}
      </Notice>
    );
  return (
    <Notice tone="warning" title={t('commerce-bridge.upstream.differs', { count: length })}>
      {t('commerce-bridge.upstream.differs.text')}
    </Notice>
  );
}
