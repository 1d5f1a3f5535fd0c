import { secondsFrom } from '../../base/clock.ts';
import type { Platform } from '../platform.ts';
import type { Tables, Tx } from './tables.ts';

const day = 24 * 3600;

/** Why a table cannot grow without end: what is removed when, or what bounds it. */
type Retention =
  | { readonly bound: string }
  | { readonly kept: string; readonly sweep: (platform: Platform, tx: Tx) => Promise<unknown> };

/** Every table names its retention; the types see to that. */
export const retention: Record<keyof Tables, Retention> = {
  settings: { bound: 'a closed list of names' },
  accounts: { bound: 'removed by a platform admin' },
  teams: { bound: 'removed by their admins' },
  memberships: { bound: 'one per account and team' },
  namespaces: { bound: 'removed by team admins' },
  pipelines: { bound: 'removed by team admins' },
  apps: { bound: 'removed by team admins' },
  collaborators: { bound: 'one per account and app' },
  environments: { bound: 'one per app, two per pipeline' },
  password_links: {
    kept: 'until they expire',
    sweep: ({ clock }, tx) =>
      tx.deleteFrom('password_links').where('expires_at', '<', secondsFrom(clock, 0)).execute(),
  },
  invitations: {
    kept: 'until they expire',
    sweep: ({ clock }, tx) =>
      tx.deleteFrom('invitations').where('expires_at', '<', secondsFrom(clock, 0)).execute(),
  },
  tokens: {
    kept: 'until 30 days after they expire',
    sweep: ({ clock }, tx) =>
      tx
        .deleteFrom('tokens')
        .where('expires_at', '<', secondsFrom(clock, -30 * day))
        .execute(),
  },
  releases: {
    kept: 'the newest 500 of each app',
    sweep: (_platform, tx) =>
      tx
        .deleteFrom('releases')
        .where(({ eb, selectFrom }) =>
          eb(
            'version',
            '<=',
            selectFrom('apps')
              .select((app) => app('last_release', '-', 500).as('last_to_go'))
              .whereRef('apps.id', '=', 'releases.app_id'),
          ),
        )
        .execute(),
  },
  audit_events: {
    kept: 'for a year',
    sweep: ({ clock }, tx) =>
      tx
        .deleteFrom('audit_events')
        .where('created_at', '<', secondsFrom(clock, -365 * day))
        .execute(),
  },
  idempotency_keys: {
    kept: 'for a day',
    sweep: ({ clock }, tx) =>
      tx.deleteFrom('idempotency_keys').where('created_at', '<', secondsFrom(clock, -day)).execute(),
  },
  rate_limits: {
    kept: 'until the bucket is full again',
    sweep: ({ clock }, tx) =>
      tx.deleteFrom('rate_limits').where('full_at', '<', clock.now().getTime()).execute(),
  },
};

/** Each table in a transaction of its own, so that none holds the others up. Replicas may do it twice: it does no harm. */
export async function sweep(platform: Platform): Promise<void> {
  for (const rule of Object.values(retention)) {
    if ('sweep' in rule) await platform.database.transact((tx) => rule.sweep(platform, tx));
  }
}
