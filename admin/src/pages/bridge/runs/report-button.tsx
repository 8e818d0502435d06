import { useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { Button } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import type { Run } from '../../../../../contracts/admin/runs';
import { useFormats } from '../../../hooks/use-formats';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';
import { saveFile } from '../../../lib/save-file';

/** Downloads a full report of a run: all failures, and all changes that a dry run would have made. */
export function ReportButton({ run }: { run: Run }) {
  const t = useTranslate();
  const { moment } = useFormats();
  const reportError = useReportError();
  const { get } = useFetchClient();
  const [isLoading, setIsLoading] = useState(false);

  // A plain link would not send the session.
  const download = async () => {
    setIsLoading(true);
    try {
      const { data } = await get(`/commerce-bridge/sync/runs/${run.id}/report`, { responseType: 'blob' });
      saveFile(data, `commerce-bridge-run-${run.id}.json`);
    } catch (error) {
      reportError(error);
    } finally {
      setIsLoading(false);
    }
  };

  return (
    <Button
      variant="tertiary"
      startIcon={<Download />}
      loading={isLoading}
      aria-label={t('commerce-bridge.report.downloadOf', { moment: moment(run.startedAt) })}
      onClick={download}
    >
      {t('commerce-bridge.report.download')}
    </Button>
  );
}
