import { Fragment } from 'react';
import { SubNav } from '@strapi/strapi/admin';
import { Box, Flex } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { useTranslate } from '../../hooks/use-translate';

// Older versions of Strapi have no `SubNav.Content`: entries go directly into the menu.
const MenuContent = 'Content' in SubNav ? SubNav.Content : Fragment;

export interface MenuEntry {
  to: string;
  label: string;
}

/** The menu of our pages, beside the page. */
export function BridgeMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const t = useTranslate();
  const name = t('commerce-bridge.plugin.name');
  return (
    <SubNav.Main aria-label={name}>
      <SubNav.Header label={name} />
      <MenuContent>
        <SubNav.Sections>
          {[
            <SubNav.Section key="pages" label={t('commerce-bridge.menu.pages')}>
              {entries.map(({ to, label }) => (
                <SubNav.Link key={to} to={to} end label={label} />
              ))}
            </SubNav.Section>,
          ]}
        </SubNav.Sections>
      </MenuContent>
    </SubNav.Main>
  );
}

/** The same menu above the page, for narrow screens, where Strapi hides the menu beside a page. */
export function NarrowMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const t = useTranslate();
  return (
    <Box
      tag="nav"
      aria-label={t('commerce-bridge.plugin.name')}
      display={{ initial: 'block', medium: 'none' }}
      paddingTop={4}
      paddingLeft={4}
      paddingRight={4}
    >
      <Flex tag="ul" wrap="wrap" gap={2}>
        {entries.map(({ to, label }) => (
          <li key={to}>
            <PageLink to={to} end>
              {label}
            </PageLink>
          </li>
        ))}
      </Flex>
    </Box>
  );
}

const PageLink = styled(NavLink)`
  display: block;
  padding: ${({ theme }) => `${theme.spaces[2]} ${theme.spaces[3]}`};
  color: ${({ theme }) => theme.colors.neutral800};
  background: ${({ theme }) => theme.colors.neutral0};
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-radius: ${({ theme }) => theme.borderRadius};
  font-size: 1.4rem;
  text-decoration: none;

  &.active {
    color: ${({ theme }) => theme.colors.primary700};
    background: ${({ theme }) => theme.colors.primary100};
    border-color: ${({ theme }) => theme.colors.primary200};
    font-weight: 600;
  }
`;
