import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import {
  Body,
  exampleIds,
  exampleTime,
  Id,
  listQuery,
  NamedRef,
  Nullable,
  PathParams,
  Resource,
  Text,
  Time,
} from './values.ts';

export const Scope = Type.Enum(['read', 'write'], { description: '`write` includes `read`.' });
export type Scope = Static<typeof Scope>;

export const Token = Resource('Token', {
  id: Id,
  description: Nullable(Type.String()),
  scope: Scope,
  app: Nullable(NamedRef),
  expires_at: Nullable(Time),
  last_used_at: Nullable(Time),
  created_at: Time,
});
export type Token = Static<typeof Token>;

const NewToken = Resource('NewToken', {
  ...Token.properties,
  token: Type.String({ description: 'The token itself. Shown once.' }),
});

const exampleToken: Token = {
  id: exampleIds.token,
  description: 'CI of the shop',
  scope: 'write',
  app: { id: exampleIds.app, name: 'anchor-shop' },
  expires_at: '2027-02-12T09:30:00.000Z',
  last_used_at: null,
  created_at: exampleTime,
};
const tag = 'Tokens';

export const tokenOperations = {
  listTokens: operation({
    method: 'GET',
    path: '/tokens',
    tag,
    summary: 'List your tokens',
    query: Type.Object(listQuery),
    answer: {
      status: 200,
      description: 'The tokens, oldest first, without their secrets.',
      schema: Type.Array(Token),
    },
    example: { answer: [exampleToken] },
  }),
  createToken: operation({
    method: 'POST',
    path: '/tokens',
    tag,
    summary: 'Create a token',
    description:
      'Send a `write` token of your own, or HTTP Basic with your email address and password: that is how the first token is made. A token bound to an app can touch that app alone.',
    body: Body({
      description: Type.Optional(Nullable(Text(200))),
      scope: Type.Optional(Scope),
      app: Type.Optional(Nullable(Text(64, { description: 'Id or name of the app to bind it to.' }))),
      expires_in: Type.Optional(
        Nullable(
          Type.Integer({
            minimum: 60,
            maximum: 315_360_000,
            description: 'Seconds; without it, 90 days; null is for ever.',
          }),
        ),
      ),
    }),
    answer: { status: 201, description: 'The token.', schema: NewToken },
    showsSecretOnce: true,
    example: {
      body: { description: 'CI of the shop', scope: 'write', app: 'anchor-shop' },
      answer: { ...exampleToken, token: 'kedge_…' },
    },
  }),
  revokeToken: operation({
    method: 'DELETE',
    path: '/tokens/{token}',
    tag,
    summary: 'Revoke one of your tokens',
    params: PathParams('token'),
    answer: { status: 204, description: 'It is refused from the next request on.' },
    example: {},
  }),
};
