import { Page } from '@strapi/strapi/admin';
import { Flex, LinkButton } from '@strapi/design-system';
import { ArrowLeft } from '@strapi/icons';
import { Link } from 'react-router-dom';
import { PageFrame } from '../../components/page-frame';
import { useTranslate } from '../../hooks/use-translate';
import { pluginId } from '../../plugin-id';

/** Shown for unknown paths below the plugin's own. */
export function UnknownPage() {
  const t = useTranslate();
  return (
    <Page.Main>
      <PageFrame title={t('commerce-bridge.notFound.title')} subtitle={t('commerce-bridge.notFound.text')}>
        <Flex>
          <LinkButton tag={Link} to={`/plugins/${pluginId}`} startIcon={<ArrowLeft />}>
            {t('commerce-bridge.notFound.back')}
          </LinkButton>
        </Flex>
      </PageFrame>
    </Page.Main>
  );
}
