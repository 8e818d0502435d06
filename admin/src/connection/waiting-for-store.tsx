import { Flex, Loader, Typography } from '@strapi/design-system';
import { useTranslate } from '../hooks/use-translate';

/** Shown while the connection is tested: which address must respond, and the time limit. */
export function WaitingForStore({ address }: { address: string }) {
  const t = useTranslate();
  return (
    <Flex gap={3}>
      <Loader small />
      <Typography textColor="neutral600">{t('commerce-bridge.test.waiting', { address })}</Typography>
    </Flex>
  );
}
