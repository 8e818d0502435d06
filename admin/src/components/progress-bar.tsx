import { ProgressBar as DesignSystemProgressBar } from '@strapi/design-system';
import { styled } from 'styled-components';

export interface ProgressBarProps {
  /** 0 to 100; null while it is unknown. */
  percent: number | null;
  label: string;
  /** The percentage in words, for screen readers. */
  text: string;
}

/** The design system's progress bar, at full width, in the theme's colors, and with its value for screen readers. */
export function ProgressBar({ percent, label, text }: ProgressBarProps) {
  return (
    <WideBar
      value={percent ?? 0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={text}
      {...(percent === null ? {} : { 'aria-valuenow': Math.round(percent) })}
    />
  );
}

const WideBar = styled(DesignSystemProgressBar)`
  width: 100%;
  background-color: ${({ theme }) => theme.colors.neutral200};

  > * {
    background-color: ${({ theme }) => theme.colors.primary600};
  }
`;
