import { styled } from 'styled-components';

/** Around a table of many columns: cells closer to each other, so that it fits into its page. */
export const CompactCells = styled.div`
  &&& td,
  &&& th {
    padding-inline: ${({ theme }) => theme.spaces[2]};
  }
`;
