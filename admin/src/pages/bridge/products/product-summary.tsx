import { Flex, Typography } from '@strapi/design-system';
import type { ProductDetail } from '../../../../../contracts/admin/products';
import { Facts } from '../../../components/facts';
import { MarketsOfProduct } from '../../../components/markets-of-product';
import { Notice } from '../../../components/notice';
import { RelativeTime } from '../../../components/relative-time';
import { StatusBadge } from '../../../components/status-badge';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';
import { statusTexts } from '../../../lib/product-words';
import { stockText } from '../../../lib/stock-text';
import { Thumbnail } from './product-row';
import { eventTexts, originTexts } from './product-texts';

/** Summary of a product: its price and status, how fresh the data is, and why it may be outdated. */
export function ProductSummary({ detail }: { detail: ProductDetail }) {
  const t = useTranslate();
  const { money, moment } = useFormats();
  const { fields, currency, failure, waitingEvent } = detail;
  const isPublished = fields.publicationStatus === 'publish';
  const when = (at: string | null, by: ProductDetail['writtenBy']) => {
    if (at === null) return t('commerce-bridge.product.unknown');
    const within = (ago: string) => (by === null ? ago : t(originTexts[by.kind], { moment: ago }));
    return (
      <Typography>
        <RelativeTime at={at} within={within} />
      </Typography>
    );
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {failure === null ? null : (
        <Notice tone="danger" title={t('commerce-bridge.product.failure', { moment: moment(failure.at) })}>
          {failure.reason}
        </Notice>
      )}
      {waitingEvent === null ? null : (
        <Notice
          tone={waitingEvent.status === 'pending' ? 'information' : 'warning'}
          title={t(eventTexts[waitingEvent.status], { moment: moment(waitingEvent.receivedAt) })}
        >
          {waitingEvent.lastError ?? t('commerce-bridge.product.event.noError')}
        </Notice>
      )}
      <Flex gap={6} alignItems="flex-start">
        <Thumbnail url={fields.images[0]?.urls.thumbnail ?? null} size="10rem" />
        <Flex direction="column" alignItems="stretch" gap={4} flex="1">
          <Facts
            facts={[
              { term: t('commerce-bridge.product.calculatedPrice'), value: money(fields.calculatedPrice, currency) },
              {
                term: t('commerce-bridge.product.stock'),
                value: (
                  <StatusBadge variant={fields.inStock ? 'success' : 'danger'}>{t(stockText(fields))}</StatusBadge>
                ),
              },
              {
                term: t('commerce-bridge.product.publicationStatus'),
                value: (
                  <>
                    <StatusBadge variant={isPublished ? 'success' : 'secondary'}>
                      {t(statusTexts[fields.publicationStatus])}
                    </StatusBadge>
                    <MarketsOfProduct id={detail.id} />
                  </>
                ),
              },
            ]}
          />
          <Facts
            width="sentence"
            facts={[
              { term: t('commerce-bridge.product.writtenAt'), value: when(detail.writtenAt, detail.writtenBy) },
              { term: t('commerce-bridge.product.comparedAt'), value: when(detail.comparedAt, detail.comparedBy) },
              {
                term: t('commerce-bridge.product.cachedAt'),
                value:
                  detail.cachedAt === null ? (
                    '–'
                  ) : (
                    <Typography>
                      <RelativeTime at={detail.cachedAt} />
                    </Typography>
                  ),
              },
            ]}
          />
        </Flex>
      </Flex>
    </Flex>
  );
}
