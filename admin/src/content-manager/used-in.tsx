import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { UsingEntry } from '../../../contracts/admin/record-entries';
import { type RecordName, useGetRecordEntriesQuery } from '../api/records-api';
import { useMayPick } from '../hooks/use-allowed';
import { useTranslate } from '../hooks/use-translate';

/** How many entries of the site's own content use a cached record, with links to those the administrator may read. */
export function UsedIn({ record }: { record: RecordName }) {
  const t = useTranslate();
  const { allowed } = useMayPick();
  const { data } = useGetRecordEntriesQuery(record, { skip: !allowed, refetchOnMountOrArgChange: true });
  if (data === undefined) return null;
  const { total, isComplete, entries } = data;
  const more = total - entries.length;
  return (
    <Flex tag="section" direction="column" alignItems="stretch" gap={1} aria-label={t('commerce-bridge.panel.uses')}>
      <Typography tag="p">
        {t(isComplete ? 'commerce-bridge.panel.usedIn' : 'commerce-bridge.panel.usedInAtLeast', { count: total })}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="flex-start" gap={1}>
        {entries.map((entry) => (
          <li key={`${entry.uid} ${entry.documentId}`}>
            <Link tag={NavLink} to={addressOf(entry)}>
              {`${entry.type}: ${entry.title}`}
            </Link>
          </li>
        ))}
      </Flex>
      {more > 0 && entries.length > 0 ? (
        <Typography tag="p" variant="pi" textColor="neutral600">
          {t('commerce-bridge.notice.more', { count: more })}
        </Typography>
      ) : null}
    </Flex>
  );
}

/** Where the Content Manager edits an entry. */
function addressOf({ uid, kind, documentId, locale }: UsingEntry): string {
  const path = kind === 'singleType' ? `single-types/${uid}` : `collection-types/${uid}/${documentId}`;
  return `/content-manager/${path}${locale === null ? '' : `?plugins[i18n][locale]=${encodeURIComponent(locale)}`}`;
}
