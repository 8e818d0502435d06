import type { ReactNode } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';

export interface Fact {
  term: string;
  value: ReactNode;
}

/** Terms and their values side by side, as many in a row as fit. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <Flex tag="dl" gap={6} wrap="wrap" alignItems="flex-start">
      {facts.map((fact) => (
        <Box key={fact.term} minWidth="12rem">
          <Typography variant="sigma" tag="dt" textColor="neutral600">
            {fact.term}
          </Typography>
          <Box tag="dd" paddingTop={1}>
            {typeof fact.value === 'string' ? <Typography>{fact.value}</Typography> : fact.value}
          </Box>
        </Box>
      ))}
    </Flex>
  );
}
