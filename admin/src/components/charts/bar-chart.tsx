import { Box, Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';

export interface Bar {
  key: string;
  /** Null where there is nothing to draw. */
  value: number | null;
  tone: 'primary' | 'success' | 'warning' | 'danger' | 'neutral';
  /** Shown on hover. */
  title: string;
}

export interface BarChartProps {
  bars: readonly Bar[];
  /** What the chart shows, in a sentence, for screen readers. */
  summary: string;
  /** The highest bar's value, in words. */
  highest: string;
  /** The labels below the first and the last bar. */
  from: string;
  to: string;
}

const height = 100;
// A single bar must not fill the whole chart.
const fewestPlaces = 12;

/** A row of bars in the theme's colors. The chart's table has the same information. */
export function BarChart({ bars, summary, highest, from, to }: BarChartProps) {
  const most = Math.max(...bars.map(({ value }) => value ?? 0), Number.MIN_VALUE);
  const places = Math.max(bars.length, fewestPlaces);
  return (
    <Box tag="figure" margin={0}>
      <Typography variant="pi" textColor="neutral600">
        {highest}
      </Typography>
      <Plot viewBox={`0 0 ${places * 10} ${height}`} preserveAspectRatio="none" role="img" aria-label={summary}>
        {bars.map(({ key, value, tone, title }, index) => (
          <g key={key}>
            <title>{title}</title>
            {/* The whole height reacts to the pointer: a low bar is hard to hit. */}
            <rect x={index * 10} y={0} width={10} height={height} fill="transparent" />
            {value === null ? null : <Column $tone={tone} x={index * 10 + 1.5} width={7} {...columnOf(value / most)} />}
          </g>
        ))}
      </Plot>
      <Flex justifyContent="space-between" gap={4}>
        <Typography variant="pi" textColor="neutral600">
          {from}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          {to}
        </Typography>
      </Flex>
    </Box>
  );
}

/** Even the smallest value stays visible. */
function columnOf(share: number): { y: number; height: number } {
  const tall = Math.max(2, share * height);
  return { y: height - tall, height: tall };
}

const Plot = styled.svg`
  display: block;
  width: 100%;
  height: 10rem;
  margin: 0.4rem 0;
  border-bottom: 1px solid ${({ theme }) => theme.colors.neutral300};
`;

const Column = styled.rect<{ $tone: Bar['tone'] }>`
  fill: ${({ theme, $tone }) => theme.colors[`${$tone}600`]};
`;
