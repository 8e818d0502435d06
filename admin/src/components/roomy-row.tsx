import { Tr } from '@strapi/design-system';
import { styled } from 'styled-components';

/** A row whose first cell holds several lines: the design system fixes every row at the height of two. */
export const RoomyRow = styled(Tr)`
  &&& td {
    height: auto;
    padding-block: ${({ theme }) => theme.spaces[3]};
  }
`;
