import { Button, Flex, Typography } from '@strapi/design-system';
import { useFormats } from '../hooks/use-formats';
import { useTranslate } from '../hooks/use-translate';

export interface StepPagingProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Previous and next buttons for a paged part of a page; renders nothing if there is only one page. */
export function StepPaging({ page, pages, onPage }: StepPagingProps) {
  const t = useTranslate();
  const { count } = useFormats();
  if (pages <= 1) return null;
  return (
    <Flex gap={2} justifyContent="flex-end">
      <Button size="S" variant="tertiary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('commerce-bridge.paging.previous')}
      </Button>
      <Typography textColor="neutral800">
        {t('commerce-bridge.paging.page', { page: count(page), pages: count(pages) })}
      </Typography>
      <Button size="S" variant="tertiary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('commerce-bridge.paging.next')}
      </Button>
    </Flex>
  );
}
