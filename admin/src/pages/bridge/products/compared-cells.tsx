import type { ReactNode } from 'react';
import { Box, Td, Tr, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { StatusBadge } from '../../../components/status-badge';
import { useTranslate } from '../../../hooks/use-translate';

/** A row of a comparison, marked if its values differ. */
export const MarkedRow = styled(Tr)<{ $isMarked: boolean }>`
  && {
    background: ${({ theme, $isMarked }) => ($isMarked ? theme.colors.warning100 : 'transparent')};
  }

  /* Overrides the design system's very specific rule for first cells, which misaligned names and values. */
  &&& td {
    height: auto;
    padding-block: ${({ theme }) => theme.spaces[3]};
    vertical-align: top;
  }
`;

interface NameCellProps {
  name: string | undefined;
  isDifferent: boolean;
}

/** The name of the compared value, with a badge if it differs. */
export function NameCell({ name, isDifferent }: NameCellProps) {
  const t = useTranslate();
  return (
    <Td>
      <Typography fontWeight="semiBold" textColor="neutral800" tag="div">
        {name}
      </Typography>
      {isDifferent ? (
        <Box paddingTop={1}>
          <StatusBadge variant="warning">{t('commerce-bridge.product.differs')}</StatusBadge>
        </Box>
      ) : null}
    </Td>
  );
}

interface ValueCellProps {
  isEmphasized?: boolean;
  value: ReactNode;
  /** Shown below the value. */
  children?: ReactNode;
}

/** A value that wraps, so that two of them fit side by side. */
export function ValueCell({ isEmphasized = false, value, children }: ValueCellProps) {
  return (
    <WrappingCell>
      <Typography textColor="neutral800" tag="div" {...(isEmphasized ? { fontWeight: 'bold' } : {})}>
        {value}
      </Typography>
      {children}
    </WrappingCell>
  );
}

const WrappingCell = styled(Td)`
  width: 38%;
  overflow-wrap: anywhere;
  white-space: normal;
`;
