import { Pagination } from '@strapi/strapi/admin';
import { styled } from 'styled-components';

export interface ListPagingProps {
  pages: number;
  total: number;
  /** Default: Strapi's own. */
  defaultPageSize?: number;
}

/** A list's page size and page links, which wrap onto a second line on a phone. */
export function ListPaging({ pages, total, defaultPageSize }: ListPagingProps) {
  return (
    <InLines>
      <Pagination.Root pageCount={pages} total={total} {...(defaultPageSize !== undefined && { defaultPageSize })}>
        <Pagination.PageSize />
        <Pagination.Links />
      </Pagination.Root>
    </InLines>
  );
}

const InLines = styled.div`
  & > div,
  & nav > * {
    flex-wrap: wrap;
    gap: ${({ theme }) => theme.spaces[1]};
  }
`;
