import { styled } from 'styled-components';
import type { DiffPiece } from '../../../lib/text-diff';

interface TextDifferenceProps {
  pieces: readonly DiffPiece[];
  /** Whether the marked pieces exist only here (`removed`), or only in the store (`added`). */
  marks: 'removed' | 'added';
}

/** A text with the pieces marked that the other one lacks. */
export function TextDifference({ pieces, marks }: TextDifferenceProps) {
  if (pieces.length === 0) return '–';
  const Mark = marks === 'removed' ? Removed : Added;
  return pieces.map(({ text, isMarked }, place) => (isMarked ? <Mark key={place}>{text}</Mark> : text));
}

const Removed = styled.del`
  color: ${({ theme }) => theme.colors.danger700};
  background: ${({ theme }) => theme.colors.danger100};
`;

const Added = styled.ins`
  color: ${({ theme }) => theme.colors.success700};
  background: ${({ theme }) => theme.colors.success100};
  text-decoration: none;
`;
