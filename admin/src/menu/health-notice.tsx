import { useState, type SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { Box, Flex, IconButton, Link, Typography } from '@strapi/design-system';
import { Cross, WarningCircle } from '@strapi/icons';
import { NavLink } from 'react-router-dom';
import type { NoticeResponse } from '../../../contracts/admin/notice';
import { BulletList } from '../components/bullet-list';
import { useIssueWords } from '../hooks/use-issue-words';
import { useTranslate } from '../hooks/use-translate';
import { pluginId } from '../plugin-id';

/** The most errors shown here; the health page lists all of them. */
const mostErrors = 3;

// Module state, because Strapi rebuilds the menu on every page. A closed notice stays closed until the admin panel is
// reloaded or the notice changes.
let closedErrors: string | null = null;

/** Webhook problems, shown on every page until they are fixed, cleared, or closed. */
export function HealthNotice({ notice }: { notice: NonNullable<NoticeResponse['notice']> }) {
  const t = useTranslate();
  const words = useIssueWords();
  const shown = `${notice.checked_at} ${(notice.issues ?? []).map(({ code }) => code).join(' ')}`;
  const [isClosed, setIsClosed] = useState(closedErrors === shown);
  if (isClosed && closedErrors === shown) return null;
  const close = () => {
    closedErrors = shown;
    setIsClosed(true);
  };
  const left = notice.errors.length - mostErrors;
  return createPortal(
    // React bubbles a portal's events up to the menu link around it, which must not react to them.
    <Box
      position="fixed"
      bottom="2.4rem"
      right="2.4rem"
      width="44rem"
      maxWidth="calc(100vw - 4.8rem)"
      zIndex={4}
      role="alert"
      aria-label={t('commerce-bridge.health.issues')}
      background="danger100"
      borderColor="danger200"
      hasRadius
      shadow="popupShadow"
      padding={4}
      onClick={stop}
      onPointerMove={stop}
      onPointerDown={stop}
      onPointerLeave={stop}
      onFocus={stop}
      onBlur={stop}
      onKeyDown={stop}
    >
      <Flex alignItems="flex-start" gap={3}>
        <Box shrink={0} paddingTop="2px">
          <WarningCircle fill="danger700" width="1.6rem" height="1.6rem" aria-hidden />
        </Box>
        <Flex direction="column" alignItems="flex-start" gap={2} flex="1">
          <Typography fontWeight="bold" textColor="neutral800">
            {t('commerce-bridge.health.issues')}
          </Typography>
          <BulletList
            items={words(notice)
              .slice(0, mostErrors)
              .map((error) => ({
                key: error,
                text: (
                  <Typography variant="pi" textColor="neutral800">
                    {error}
                  </Typography>
                ),
              }))}
          />
          {left > 0 ? (
            <Typography variant="pi" textColor="neutral800">
              {t('commerce-bridge.notice.more', { count: left })}
            </Typography>
          ) : null}
          <Link tag={NavLink} to={`/settings/${pluginId}/health`}>
            {t('commerce-bridge.notice.open')}
          </Link>
        </Flex>
        <IconButton label={t('commerce-bridge.notice.close')} variant="ghost" size="S" onClick={close}>
          <Cross />
        </IconButton>
      </Flex>
    </Box>,
    document.body,
  );
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}
