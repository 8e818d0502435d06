import { Box, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { ProductChangeView, ProductDetail } from '../../../../../contracts/admin/products';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { originTexts } from './product-texts';
import { useProductWords } from './use-product-words';

/** The product's changes on this site, newest first: when, by what, and the old and new values. */
export function ChangeHistory({ detail }: { detail: ProductDetail }) {
  const t = useTranslate();
  const { moment } = useFormats();
  if (detail.history.length === 0) {
    return (
      <Typography textColor="neutral600">
        {detail.cachedAt === null
          ? t('commerce-bridge.product.history.none')
          : t('commerce-bridge.product.history.noneSince', { moment: moment(detail.cachedAt) })}
      </Typography>
    );
  }
  return (
    <Flex tag="ol" direction="column" alignItems="stretch" gap={4} aria-label={t('commerce-bridge.product.history')}>
      {detail.history.map((change, place) => (
        <Change key={place} change={change} detail={detail} />
      ))}
    </Flex>
  );
}

function Change({
  change: { at, kind, origin, changes, more, market },
  detail,
}: {
  change: ProductChangeView;
  detail: ProductDetail;
}) {
  const t = useTranslate();
  const { formatList } = useIntl();
  const { moment } = useFormats();
  const words = useProductWords({ ...detail, currency: market?.currency ?? detail.currency });
  return (
    <Box tag="li" borderColor="neutral150" hasRadius padding={4}>
      <Typography fontWeight="semiBold" textColor="neutral800" tag="div" paddingBottom={1}>
        {origin === null ? moment(at) : t(originTexts[origin.kind], { moment: moment(at) })}
      </Typography>
      {market === undefined ? null : (
        <Typography textColor="neutral800" tag="div">
          {market.names.length === 0
            ? t('commerce-bridge.market.changed.channel', { id: String(market.channelId) })
            : t('commerce-bridge.market.changed', { markets: formatList(market.names, { type: 'unit' }) })}
        </Typography>
      )}
      {kind === 'created' ? (
        <Typography textColor="neutral800">{t('commerce-bridge.product.history.created')}</Typography>
      ) : null}
      {changes.map((one) => (
        <Typography
          key={`${one.field} ${one.item ?? ''} ${one.part ?? ''}`}
          tag="div"
          textColor="neutral800"
          style={{ overflowWrap: 'anywhere' }}
        >
          {t('commerce-bridge.product.change', {
            subject: words.subject(one),
            from: words.value(one, one.from),
            to: words.value(one, one.to),
          })}
        </Typography>
      ))}
      {more === 0 ? null : (
        <Typography variant="pi" textColor="neutral600">
          {t('commerce-bridge.product.history.more', { count: more })}
        </Typography>
      )}
    </Box>
  );
}
