import { useClipboard, useNotification } from '@strapi/strapi/admin';
import { Box, Button, Flex } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { styled } from 'styled-components';
import { useTranslate } from '../../../hooks/use-translate';

/** The store's response, unchanged. */
export function RawJson({ value }: { value: unknown }) {
  const t = useTranslate();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  const text = JSON.stringify(value, null, 2);
  const copyNow = async () => {
    if (await copy(text)) toggleNotification({ type: 'success', message: t('commerce-bridge.product.raw.copied') });
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Flex justifyContent="flex-end">
        <Button size="S" variant="tertiary" startIcon={<Duplicate />} onClick={copyNow}>
          {t('commerce-bridge.product.raw.copy')}
        </Button>
      </Flex>
      {/* The box scrolls, so it must be focusable by keyboard. */}
      <Box
        role="region"
        tabIndex={0}
        aria-label={t('commerce-bridge.product.raw')}
        background="neutral100"
        borderColor="neutral150"
        hasRadius
        padding={4}
        maxHeight="60vh"
        overflow="auto"
      >
        <Code>{text}</Code>
      </Box>
    </Flex>
  );
}

const Code = styled.pre`
  color: ${({ theme }) => theme.colors.neutral800};
  font-family: monospace;
  font-size: ${({ theme }) => theme.fontSizes[1]};
  line-height: 1.5;
`;
