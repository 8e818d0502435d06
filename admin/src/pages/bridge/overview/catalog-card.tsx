import type { Overview } from '../../../../../contracts/admin/overview';
import { Card } from '../../../components/card';
import { Facts } from '../../../components/facts';
import { useFormats } from '../../../hooks/use-formats';
import { useTranslate } from '../../../hooks/use-translate';

/** How many records of the store this site holds. */
export function CatalogCard({ counts }: Pick<Overview, 'counts'>) {
  const t = useTranslate();
  const { count } = useFormats();
  return (
    <Card title={t('commerce-bridge.overview.catalog')} description={t('commerce-bridge.overview.catalog.text')}>
      <Facts
        facts={[
          { term: t('commerce-bridge.entity.products'), value: count(counts.products) },
          { term: t('commerce-bridge.overview.published'), value: count(counts.publishedProducts) },
          { term: t('commerce-bridge.entity.categories'), value: count(counts.categories) },
          { term: t('commerce-bridge.entity.brands'), value: count(counts.brands) },
        ]}
      />
    </Card>
  );
}
