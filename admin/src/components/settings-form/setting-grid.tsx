import { Children, type ReactNode } from 'react';
import { Grid } from '@strapi/design-system';

/** Fields of a form, two side by side where there is room. */
export function SettingGrid({ children }: { children: ReactNode }) {
  return (
    <Grid.Root gap={6}>
      {Children.toArray(children).map((field, place) => (
        <Grid.Item key={place} col={6} s={12} xs={12} direction="column" alignItems="stretch">
          {field}
        </Grid.Item>
      ))}
    </Grid.Root>
  );
}
