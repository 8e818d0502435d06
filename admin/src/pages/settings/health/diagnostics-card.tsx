import { useState } from 'react';
import { useClipboard, useNotification } from '@strapi/strapi/admin';
import { Button, Field, Flex, Textarea } from '@strapi/design-system';
import { Download, Duplicate } from '@strapi/icons';
import { useLazyGetDiagnosticsQuery } from '../../../api/health-api';
import { Card } from '../../../components/card';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';
import { saveFile } from '../../../lib/save-file';

/** Copies the report for a support ticket; shows it if the browser does not allow copying. */
export function DiagnosticsCard() {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const { copy } = useClipboard();
  const [read, { isFetching }] = useLazyGetDiagnosticsQuery();
  const [shown, setShown] = useState<string | null>(null);

  const copyReport = async () => {
    try {
      const text = JSON.stringify(await read(undefined).unwrap(), null, 2);
      const isCopied = await copy(text);
      setShown(isCopied ? null : text);
      if (isCopied) toggleNotification({ type: 'success', message: t('commerce-bridge.diagnostics.copied') });
    } catch (error) {
      reportError(error);
    }
  };

  return (
    <Card
      title={t('commerce-bridge.diagnostics.title')}
      description={t('commerce-bridge.diagnostics.text')}
      aside={
        <Button variant="secondary" startIcon={<Duplicate />} loading={isFetching} onClick={copyReport}>
          {t('commerce-bridge.diagnostics.copy')}
        </Button>
      }
    >
      {shown === null ? null : (
        <Flex direction="column" alignItems="stretch" gap={3}>
          <Field.Root name="diagnostics">
            <Field.Label>{t('commerce-bridge.diagnostics.report')}</Field.Label>
            <Textarea readOnly value={shown} />
          </Field.Root>
          <Flex justifyContent="flex-end">
            <Button
              variant="tertiary"
              startIcon={<Download />}
              onClick={() =>
                saveFile(new Blob([shown], { type: 'application/json' }), 'commerce-bridge-diagnostics.json')
              }
            >
              {t('commerce-bridge.report.download')}
            </Button>
          </Flex>
        </Flex>
      )}
    </Card>
  );
}
