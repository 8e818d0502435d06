import type { ReactNode } from 'react';
import { Box, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';

export interface Fact {
  term: string;
  value: ReactNode;
}

export interface FactsProps {
  facts: Fact[];
  /** How long the values are: a word or two, or half a sentence. */
  width?: 'word' | 'sentence';
}

/** Terms and their values side by side, as many in a row as fit. */
export function Facts({ facts, width = 'word' }: FactsProps) {
  return (
    <Columns $width={width}>
      {facts.map((fact) => (
        <Box key={fact.term}>
          <Typography variant="sigma" tag="dt" textColor="neutral600">
            {fact.term}
          </Typography>
          <Box tag="dd" paddingTop={1}>
            {typeof fact.value === 'string' ? <Typography>{fact.value}</Typography> : fact.value}
          </Box>
        </Box>
      ))}
    </Columns>
  );
}

// Half sentences may wrap within columns; a date or a number stays on one line.
const Columns = styled.dl<{ $width: NonNullable<FactsProps['width']> }>`
  display: ${({ $width }) => ($width === 'word' ? 'flex' : 'grid')};
  flex: 1 1 auto;
  flex-wrap: wrap;
  grid-template-columns: repeat(auto-fill, minmax(24rem, 1fr));
  gap: ${({ theme }) => theme.spaces[4]} ${({ theme }) => theme.spaces[6]};
  align-items: start;

  > * {
    min-width: 10rem;
  }
`;
