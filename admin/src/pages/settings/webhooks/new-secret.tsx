import { useEffect, useRef } from 'react';
import { useClipboard, useNotification } from '@strapi/strapi/admin';
import { Button, Field, Flex, TextInput, Typography } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import type { NewWebhookSecret } from '../../../../../contracts/admin/events';
import { Notice } from '../../../components/notice';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';

/** A newly generated secret: shown only once, to be copied. */
export function NewSecret({ made, onDone }: { made: NewWebhookSecret; onDone: () => void }) {
  const t = useTranslate();
  const { moment } = useFormats();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), [made]);

  const copySecret = async () => {
    const isCopied = await copy(made.secret);
    if (isCopied) toggleNotification({ type: 'success', message: t('commerce-bridge.webhooks.secret.copied') });
    else input.current?.select();
  };

  return (
    <Notice tone="success" title={t('commerce-bridge.webhooks.secret.made.title')}>
      <Flex direction="column" alignItems="stretch" gap={3} width="60rem" maxWidth="100%">
        <Typography>{t('commerce-bridge.webhooks.secret.made.text')}</Typography>
        <Field.Root name="newWebhookSecret">
          <Field.Label>{t('commerce-bridge.webhooks.secret.label')}</Field.Label>
          <TextInput ref={input} readOnly value={made.secret} />
        </Field.Root>
        {made.previousAcceptedUntil === null ? null : (
          <Typography>
            {t('commerce-bridge.webhooks.secret.previous', { moment: moment(made.previousAcceptedUntil) })}
          </Typography>
        )}
        <Flex gap={2}>
          <Button startIcon={<Duplicate />} onClick={copySecret}>
            {t('commerce-bridge.webhooks.secret.copy')}
          </Button>
          <Button variant="tertiary" onClick={onDone}>
            {t('commerce-bridge.webhooks.secret.done')}
          </Button>
        </Flex>
      </Flex>
    </Notice>
  );
}
