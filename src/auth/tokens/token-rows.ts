import type { Kysely, Selectable } from 'kysely';
import type { Token } from '../../contract/token.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { fetchPage, type Page, type PageRequest } from '../../platform/paging.ts';
import type { PreparedQuery } from '../../store/store.ts';

type Reader = Kysely<Tables>;
type TokenRow = Selectable<Tables['tokens']> & { app_name: string | null };

/** Everything that a request with a token must know of it, in one look-up. */
export interface TokenOwner {
  id: string;
  scope: 'read' | 'write';
  expires_at: string | null;
  account_id: string;
  email: string;
  platform_admin: 0 | 1;
  disabled: 0 | 1;
  app_id: string | null;
  app_name: string | null;
  environment_id: string | null;
}

export const ownerOfToken: PreparedQuery<Tables, TokenOwner> = {
  build: (db, param) =>
    db
      .selectFrom('tokens')
      .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
      .leftJoin('apps', 'apps.id', 'tokens.app_id')
      .select([
        'tokens.id',
        'tokens.scope',
        'tokens.expires_at',
        'tokens.account_id',
        'tokens.app_id',
        'accounts.email',
        'accounts.platform_admin',
        'accounts.disabled',
        'apps.name as app_name',
        'apps.environment_id',
      ])
      .where('tokens.hash', '=', param('hash')),
};

export function selectTokens(db: Reader, accountId: string) {
  return db
    .selectFrom('tokens')
    .leftJoin('apps', 'apps.id', 'tokens.app_id')
    .selectAll('tokens')
    .select('apps.name as app_name')
    .where('tokens.account_id', '=', accountId);
}

export function listTokens(db: Reader, accountId: string, page: PageRequest): Promise<Page<TokenRow>> {
  return fetchPage(selectTokens(db, accountId), page, { key: 'tokens.id', of: (token) => token.id });
}

export function toToken(row: TokenRow): Token {
  return {
    id: row.id,
    description: row.description,
    scope: row.scope,
    app: row.app_id === null ? null : { id: row.app_id, name: row.app_name! },
    expires_at: row.expires_at,
    last_used_at: row.last_used_at,
    created_at: row.created_at,
  };
}
