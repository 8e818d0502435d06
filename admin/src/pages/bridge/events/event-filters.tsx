import { useEffect, useState } from 'react';
import { Flex, Searchbar, SearchForm, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import type { EventsRequest } from '../../../api/events-api';
import { useTranslate } from '../../../hooks/use-translate';
import { eventStatuses, type EventsQuery } from './events-query';
import { statusTexts } from './event-texts';

export interface EventFiltersProps {
  request: EventsRequest;
  onChange: (change: Pick<EventsQuery, 'status' | '_q'>) => void;
}

/** Filters the list by status, and by product (id, SKU, or text). */
export function EventFilters({ request, onChange }: EventFiltersProps) {
  const t = useTranslate();
  const wanted = request.search ?? request.entity_id?.toString() ?? '';
  const [text, setText] = useState(wanted);
  // The URL may also be changed from elsewhere.
  useEffect(() => setText(wanted), [wanted]);
  return (
    <Flex gap={2} wrap="wrap" alignItems="center">
      <SingleSelect
        size="S"
        aria-label={t('commerce-bridge.events.byStatus')}
        placeholder={t('commerce-bridge.events.anyStatus')}
        value={request.status ?? ''}
        onChange={(value) => onChange({ status: String(value) })}
        onClear={() => onChange({ status: '' })}
        clearLabel={t('commerce-bridge.events.anyStatus')}
      >
        {eventStatuses.map((status) => (
          <SingleSelectOption key={status} value={status}>
            {t(statusTexts[status].text)}
          </SingleSelectOption>
        ))}
      </SingleSelect>
      <SearchForm
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ _q: text.trim() });
        }}
      >
        <Searchbar
          name="_q"
          size="S"
          value={text}
          placeholder={t('commerce-bridge.events.search.placeholder')}
          clearLabel={t('commerce-bridge.events.search.clear')}
          onChange={(event) => setText(event.target.value)}
          onClear={() => {
            setText('');
            onChange({ _q: '' });
          }}
        >
          {t('commerce-bridge.events.search')}
        </Searchbar>
      </SearchForm>
    </Flex>
  );
}
