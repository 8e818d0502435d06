import type { ReactNode } from 'react';
import { Box } from '@strapi/design-system';

/** Sentences as a bulleted list. Strapi's styles remove bullets from lists. */
export function BulletList({ items }: { items: { key: string; text: ReactNode }[] }) {
  return (
    <Box tag="ul" paddingLeft={4} style={{ listStyle: 'disc' }}>
      {items.map(({ key, text }) => (
        <Box key={key} tag="li" paddingTop={1}>
          {text}
        </Box>
      ))}
    </Box>
  );
}
