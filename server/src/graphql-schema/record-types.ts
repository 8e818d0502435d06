import { recordUids } from '../content-types/record-uids';

export type RecordUid = (typeof recordUids)[keyof typeof recordUids];

/** GraphQL's types of cached records, by content type. */
export const recordTypes: Readonly<Record<RecordUid, string>> = {
  [recordUids.product]: 'CommerceProduct',
  [recordUids.category]: 'CommerceCollection',
  [recordUids.brand]: 'CommerceBrand',
};

const uids = new Map<string, RecordUid>(Object.values(recordUids).map((uid) => [uid, uid]));

/** The content type of cached records that has this uid; null for any other. */
export const recordUidOf = (uid: string): RecordUid | null => uids.get(uid) ?? null;
