import { useClipboard, useNotification } from '@strapi/strapi/admin';
import { Box, Flex, IconButton, Typography } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { useTranslate } from '../hooks/use-translate';

/** A text to use elsewhere, such as an address or a command, with a button that copies it. */
export function CopyLine({ name, text }: { name: string; text: string }) {
  const t = useTranslate();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  const copyText = async () => {
    if (await copy(text)) toggleNotification({ type: 'success', message: t('commerce-bridge.copy.done', { name }) });
  };
  return (
    <Flex gap={2} alignItems="center" hasRadius background="neutral100" padding={2} paddingLeft={3}>
      <Box flex="1" minWidth={0}>
        <Typography tag="code" textColor="neutral800" style={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      </Box>
      <IconButton variant="ghost" label={t('commerce-bridge.copy.action', { name })} onClick={() => void copyText()}>
        <Duplicate />
      </IconButton>
    </Flex>
  );
}
