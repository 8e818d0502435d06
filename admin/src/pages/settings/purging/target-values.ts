import type { PurgeTargetKind, PurgeTargetUpdate, PurgeTargetView } from '../../../../../contracts/admin/purging';

/** The values of a target's form, for all kinds. */
export interface TargetValues {
  kind: PurgeTargetKind;
  key: string;
  serviceId: string;
  zoneId: string;
  project: string;
  teamId: string;
  siteId: string;
  url: string;
  method: 'PURGE' | 'BAN';
  soft: boolean;
  /** Empty: the stored secret is kept. */
  secret: string;
}

/** Plain-text settings of targets. */
export type TargetText = 'serviceId' | 'zoneId' | 'project' | 'teamId' | 'siteId' | 'url';

interface KindFields {
  name: string;
  texts: readonly TargetText[];
  /** Whether it can mark content as stale instead of removing it. */
  canBeSoft?: true;
  secret: 'token' | 'signing' | 'none';
}

/** The kinds of targets, with their names and fields. */
export const targetKinds: Record<PurgeTargetKind, KindFields> = {
  fastly: { name: 'Fastly', texts: ['serviceId'], canBeSoft: true, secret: 'token' },
  cloudflare: { name: 'Cloudflare', texts: ['zoneId'], secret: 'token' },
  vercel: { name: 'Vercel', texts: ['project', 'teamId'], secret: 'token' },
  netlify: { name: 'Netlify', texts: ['siteId'], secret: 'token' },
  varnish: { name: 'Varnish', texts: ['url'], canBeSoft: true, secret: 'none' },
  webhook: { name: 'Webhook', texts: ['url'], secret: 'signing' },
};

export const isTargetKind = (name: string): name is PurgeTargetKind => name in targetKinds;

const emptyValues: TargetValues = {
  kind: 'fastly',
  key: '',
  serviceId: '',
  zoneId: '',
  project: '',
  teamId: '',
  siteId: '',
  url: '',
  method: 'PURGE',
  soft: false,
  secret: '',
};

/** @param target null for a new one */
export function toTargetValues(target: PurgeTargetView | null): TargetValues {
  if (target === null) return emptyValues;
  const values = { ...emptyValues, ...target, secret: '' };
  return { ...values, teamId: values.teamId ?? '' };
}

/** The update to send; the server validates it. */
export function toTargetUpdate({ kind, key, secret: typed, soft, method, ...texts }: TargetValues): PurgeTargetUpdate {
  const secret = typed === '' ? null : typed;
  switch (kind) {
    case 'fastly':
      return { kind, key, secret, soft, serviceId: texts.serviceId };
    case 'cloudflare':
      return { kind, key, secret, zoneId: texts.zoneId };
    case 'vercel':
      return { kind, key, secret, project: texts.project, teamId: texts.teamId === '' ? null : texts.teamId };
    case 'netlify':
      return { kind, key, secret, siteId: texts.siteId };
    case 'varnish':
      return { kind, key, soft, method, url: texts.url };
    case 'webhook':
      return { kind, key, secret, url: texts.url };
  }
}
