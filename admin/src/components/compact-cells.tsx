import { styled } from 'styled-components';

/** Wraps a table with many columns: narrower cell padding, so that it fits on its page. */
export const CompactCells = styled.div`
  &&& td,
  &&& th {
    padding-inline: ${({ theme }) => theme.spaces[2]};
  }
`;
