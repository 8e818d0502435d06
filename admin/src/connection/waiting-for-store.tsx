import { Flex, Loader, Typography } from '@strapi/design-system';
import { useTranslate } from '../hooks/use-translate';

/** While the connection is tested: whose response is waited for, and for how long at most. */
export function WaitingForStore({ address }: { address: string }) {
  const t = useTranslate();
  return (
    <Flex gap={3}>
      <Loader small />
      <Typography textColor="neutral600">{t('commerce-bridge.test.waiting', { address })}</Typography>
    </Flex>
  );
}
