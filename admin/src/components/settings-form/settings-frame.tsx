import type { ReactNode } from 'react';
import { Blocker } from '@strapi/strapi/admin';
import { Button } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import { useTranslate } from '../../hooks/use-translate';
import { Notice } from '../notice';
import { PageFrame } from '../page-frame';

export interface SettingsFrameProps {
  title: string;
  subtitle: string;
  canUpdate: boolean;
  /** The state of the form around it. */
  form: { modified: boolean; isSubmitting: boolean };
  children: ReactNode;
}

/** Inside a form: a page that is saved as a whole, read-only without permission; asks before it discards changes. */
export function SettingsFrame({
  title,
  subtitle,
  canUpdate,
  form: { modified, isSubmitting },
  children,
}: SettingsFrameProps) {
  const t = useTranslate();
  return (
    <PageFrame
      title={title}
      subtitle={subtitle}
      primaryAction={
        canUpdate ? (
          <Button type="submit" startIcon={<Check />} disabled={!modified} loading={isSubmitting}>
            {t('commerce-bridge.action.save')}
          </Button>
        ) : null
      }
    >
      {canUpdate ? null : <Notice tone="information">{t('commerce-bridge.permission.settingsReadOnly')}</Notice>}
      {children}
      <Blocker />
    </PageFrame>
  );
}
