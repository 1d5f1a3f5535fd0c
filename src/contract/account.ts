import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { AuditEvent, exampleAuditEvent } from './team.ts';
import {
  Body,
  Email,
  exampleIds,
  exampleTime,
  Id,
  listQuery,
  Nullable,
  Password,
  PathParams,
  Resource,
  Text,
  Time,
} from './values.ts';

export const Account = Resource('Account', {
  id: Id,
  email: Type.String(),
  platform_admin: Type.Boolean(),
  disabled: Type.Boolean({ description: 'It can neither sign in nor use its tokens.' }),
  created_at: Time,
  updated_at: Time,
});
export type Account = Static<typeof Account>;

const passwordLink = {
  link: Type.String({ description: 'Where a password is chosen. Works once, for a day; shown once.' }),
  expires_at: Time,
};
const PasswordLink = Resource('PasswordLink', { id: Id, ...passwordLink });
const NewAccount = Resource('NewAccount', {
  ...Account.properties,
  password_link: Nullable(Type.Object(passwordLink, { additionalProperties: false })),
});

export const Me = Resource('Me', {
  app: Type.Optional(
    Type.Object(
      { id: Id, name: Type.String() },
      { additionalProperties: false, description: 'The app that the token is bound to.' },
    ),
  ),
  email: Type.String(),
});

const exampleAccount: Account = {
  id: exampleIds.account,
  email: 'ada@example.com',
  platform_admin: false,
  disabled: false,
  created_at: exampleTime,
  updated_at: exampleTime,
};
const exampleLink = { link: 'http://127.0.0.1:7400/password#Wk3J…', expires_at: '2026-11-15T09:30:00.000Z' };
const params = PathParams('account');
const tag = 'Accounts';

export const accountOperations = {
  getMe: operation({
    method: 'GET',
    path: '/me',
    tag,
    summary: 'Who you are',
    answer: { status: 200, description: 'Your email address, and the app a bound token is for.', schema: Me },
    example: { answer: { email: 'ada@example.com' } },
  }),
  changePassword: operation({
    method: 'POST',
    path: '/me/password',
    tag,
    summary: 'Change your password',
    body: Body({ current_password: Text(256), password: Password }),
    answer: { status: 204, description: 'The new password holds.' },
    example: { body: { current_password: 'the old pass phrase', password: 'a long pass phrase' } },
  }),
  signUp: operation({
    method: 'POST',
    path: '/accounts/sign-up',
    tag,
    summary: 'Make an account for yourself',
    description: 'Needs no token. Answers 403 unless the operator has set KEDGE_SIGNUP to `open`.',
    body: Body({ email: Email, password: Password }),
    answer: { status: 201, description: 'The account.', schema: Account },
    example: { body: { email: 'ada@example.com', password: 'a long pass phrase' }, answer: exampleAccount },
  }),
  choosePassword: operation({
    method: 'POST',
    path: '/accounts/password',
    tag,
    summary: 'Choose a password with a one-time code',
    description: 'Needs no token: the code comes from a password link.',
    body: Body({ code: Text(100, { description: 'The part of the link after `#`.' }), password: Password }),
    answer: { status: 204, description: 'The new password holds.' },
    example: { body: { code: 'Wk3J…', password: 'a long pass phrase' } },
  }),
  listAccounts: operation({
    method: 'GET',
    path: '/accounts',
    tag,
    summary: 'List all accounts',
    query: Type.Object(listQuery),
    answer: { status: 200, description: 'The accounts, oldest first.', schema: Type.Array(Account) },
    example: { answer: [exampleAccount] },
  }),
  createAccount: operation({
    method: 'POST',
    path: '/accounts',
    tag,
    summary: 'Create an account',
    description:
      'Without `password`, the answer holds a link where its owner chooses one. A personal team comes with it.',
    body: Body({
      email: Email,
      password: Type.Optional(Password),
      platform_admin: Type.Optional(Type.Boolean()),
    }),
    answer: { status: 201, description: 'The account.', schema: NewAccount },
    showsSecretOnce: true,
    example: {
      body: { email: 'ada@example.com' },
      answer: { ...exampleAccount, password_link: exampleLink },
    },
  }),
  getAccount: operation({
    method: 'GET',
    path: '/accounts/{account}',
    tag,
    summary: 'Get an account by id or email address',
    params,
    answer: { status: 200, description: 'The account.', schema: Account },
    example: { answer: exampleAccount },
  }),
  updateAccount: operation({
    method: 'PATCH',
    path: '/accounts/{account}',
    tag,
    summary: 'Disable an account, or make it a platform admin',
    description: 'The last platform admin stays one (409 `last_admin`).',
    params,
    body: Body({ disabled: Type.Optional(Type.Boolean()), platform_admin: Type.Optional(Type.Boolean()) }),
    answer: { status: 200, description: 'The account after the change.', schema: Account },
    example: { body: { disabled: false }, answer: exampleAccount },
  }),
  deleteAccount: operation({
    method: 'DELETE',
    path: '/accounts/{account}',
    tag,
    summary: 'Delete an account with its tokens and its personal team',
    description:
      'Answers 409 while that team holds apps or pipelines, and while the account is the last admin of another team.',
    params,
    answer: { status: 204, description: 'The account is gone.' },
    example: {},
  }),
  createPasswordLink: operation({
    method: 'POST',
    path: '/accounts/{account}/password-link',
    tag,
    summary: 'Make a one-time link for a lost password',
    description: 'Give the link to the owner of the account: no mail is sent. An older link stops working.',
    params,
    body: Body({}),
    answer: { status: 201, description: 'The link.', schema: PasswordLink },
    showsSecretOnce: true,
    example: { body: {}, answer: { id: exampleIds.account, ...exampleLink } },
  }),
  listPlatformAuditEvents: operation({
    method: 'GET',
    path: '/audit-events',
    tag,
    summary: "Read the platform's own audit trail",
    description:
      'What was done to accounts, and what is left of deleted teams. The rest stands in the trail of each team.',
    query: Type.Object(listQuery),
    answer: {
      status: 200,
      description: 'The events, newest first; kept for a year.',
      schema: Type.Array(AuditEvent),
    },
    example: { answer: [exampleAuditEvent] },
  }),
};
