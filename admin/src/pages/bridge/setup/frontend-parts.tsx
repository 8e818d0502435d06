import { Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { useTranslate } from '../../../hooks/use-translate';
import { pluginId } from '../../../plugin-id';
import { UsePart } from './use-part';

/** What this site has to know about the frontend (its origins and product pages), with links to those settings. */
export function FrontendParts({ settings }: { settings: SettingsView }) {
  const t = useTranslate();
  const { corsOrigins, productPageAddress } = settings;
  return (
    <>
      <UsePart title={t('commerce-bridge.use.origins.title')} text={t('commerce-bridge.use.origins.text')}>
        <Now values={corsOrigins} />
        <Link tag={NavLink} to={storefrontSettings}>
          {t('commerce-bridge.use.origins.link')}
        </Link>
      </UsePart>
      <UsePart
        title={t('commerce-bridge.use.pages.title')}
        text={t('commerce-bridge.use.pages.text', { fallback: '/products/{slug}' })}
      >
        <Now values={productPageAddress === null ? [] : [productPageAddress]} />
        <Link tag={NavLink} to={storefrontSettings}>
          {t('commerce-bridge.use.pages.link')}
        </Link>
      </UsePart>
    </>
  );
}

const storefrontSettings = `/settings/${pluginId}/storefront`;

function Now({ values }: { values: readonly string[] }) {
  const t = useTranslate();
  return (
    <Typography>
      {values.length === 0
        ? t('commerce-bridge.use.notSet')
        : t('commerce-bridge.use.setTo', { value: values.join(', ') })}
    </Typography>
  );
}
