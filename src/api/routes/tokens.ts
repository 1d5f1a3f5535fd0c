import { createToken } from '../../auth/tokens/create-token.ts';
import { revokeToken } from '../../auth/tokens/revoke-token.ts';
import { listTokens, toToken } from '../../auth/tokens/token-rows.ts';
import type { tokenOperations } from '../../contract/token.ts';
import { mapPage } from '../../platform/paging.ts';
import type { HandlersOf } from '../handlers.ts';

export const tokenRoutes: HandlersOf<typeof tokenOperations> = {
  async listTokens({ platform, caller, query }) {
    return mapPage(await listTokens(platform.database.read, caller.account.id, query), toToken);
  },
  createToken: ({ platform, caller, body }) => createToken(platform, caller, body),
  revokeToken: ({ platform, caller, params }) => revokeToken(platform, caller, params.token),
};
