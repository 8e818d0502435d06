import type { ReactNode } from 'react';
import { Layouts, Page } from '@strapi/strapi/admin';
import { Flex } from '@strapi/design-system';
import { useTranslate } from '../hooks/use-translate';

export interface PageFrameProps {
  title: string;
  subtitle: string;
  primaryAction?: ReactNode;
  secondaryAction?: ReactNode;
  children: ReactNode;
}

/** The header and body of each of our pages. */
export function PageFrame({ title, subtitle, primaryAction, secondaryAction, children }: PageFrameProps) {
  const t = useTranslate();
  return (
    <>
      <Page.Title>{t('commerce-bridge.page.title', { name: title })}</Page.Title>
      <Layouts.Header
        title={title}
        subtitle={subtitle}
        primaryAction={primaryAction}
        secondaryAction={secondaryAction}
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={6} paddingBottom={10}>
          {children}
        </Flex>
      </Layouts.Content>
    </>
  );
}
