import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import {
  AccountRef,
  Body,
  Email,
  exampleIds,
  exampleTime,
  Id,
  listQuery,
  Name,
  NamedRef,
  Nullable,
  Password,
  PathParams,
  Resource,
  Role,
  Text,
  Time,
} from './values.ts';

export const Team = Resource('Team', {
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  personal: Type.Boolean(),
  created_at: Time,
  updated_at: Time,
});
export type Team = Static<typeof Team>;

export const Member = Resource('Member', { id: Id, user: AccountRef, role: Role, created_at: Time });
export type Member = Static<typeof Member>;

export const Invitation = Resource('Invitation', {
  id: Id,
  email: Type.String(),
  role: Role,
  team: NamedRef,
  invited_by: Nullable(AccountRef),
  expires_at: Time,
  created_at: Time,
});
export type Invitation = Static<typeof Invitation>;

const InvitationWithLink = Resource('InvitationWithLink', {
  ...Invitation.properties,
  link: Type.String({ description: 'To be opened by who is invited. Shown once.' }),
});

export const AuditEvent = Resource('AuditEvent', {
  id: Id,
  action: Type.String({ description: 'What was done, as `noun.verb`.' }),
  target: Type.Object(
    { kind: Type.String(), id: Type.String(), name: Type.String() },
    { additionalProperties: false, description: 'What it was done to, with the name it had then.' },
  ),
  user: Nullable(AccountRef),
  token: Nullable(Type.Object({ id: Id }, { additionalProperties: false })),
  address: Nullable(Type.String({ description: 'Where the request came from.' })),
  request_id: Nullable(Type.String()),
  details: Type.Record(Type.String(), Type.String(), {
    description: 'What changed. Never a value of a config var.',
  }),
  created_at: Time,
});
export type AuditEvent = Static<typeof AuditEvent>;

const exampleTeam: Team = {
  id: exampleIds.team,
  name: 'harbour',
  description: 'The harbour crew',
  personal: false,
  created_at: exampleTime,
  updated_at: exampleTime,
};
const exampleUser = { id: exampleIds.account, email: 'ada@example.com' };
const exampleMember: Member = {
  id: exampleIds.account,
  user: exampleUser,
  role: 'member',
  created_at: exampleTime,
};
const exampleInvitation: Invitation = {
  id: exampleIds.invitation,
  email: 'grace@example.com',
  role: 'member',
  team: { id: exampleIds.team, name: 'harbour' },
  invited_by: exampleUser,
  expires_at: '2026-11-21T09:30:00.000Z',
  created_at: exampleTime,
};
const exampleEvent: AuditEvent = {
  id: exampleIds.event,
  action: 'config_vars.update',
  target: { kind: 'app', id: exampleIds.app, name: 'anchor-shop' },
  user: exampleUser,
  token: { id: exampleIds.token },
  address: '127.0.0.1',
  request_id: '019a8c5e-6f00-7000-8000-0000000000ff',
  details: { set: 'LOG_LEVEL' },
  created_at: exampleTime,
};
const params = PathParams('team');
const tag = 'Teams';

export const teamOperations = {
  listTeams: operation({
    method: 'GET',
    path: '/teams',
    tag,
    summary: 'List your teams',
    query: Type.Object(listQuery),
    answer: { status: 200, description: 'The teams, by name.', schema: Type.Array(Team) },
    example: { answer: [exampleTeam] },
  }),
  createTeam: operation({
    method: 'POST',
    path: '/teams',
    tag,
    summary: 'Create a team',
    description: 'You are its first admin. A namespace of the same name comes with it.',
    body: Body({ name: Name, description: Type.Optional(Nullable(Text(1000))) }),
    answer: { status: 201, description: 'The team.', schema: Team },
    example: { body: { name: 'harbour', description: 'The harbour crew' }, answer: exampleTeam },
  }),
  getTeam: operation({
    method: 'GET',
    path: '/teams/{team}',
    tag,
    summary: 'Get a team',
    params,
    answer: { status: 200, description: 'The team.', schema: Team },
    example: { answer: exampleTeam },
  }),
  updateTeam: operation({
    method: 'PATCH',
    path: '/teams/{team}',
    tag,
    summary: 'Rename or describe a team',
    params,
    body: Body({ name: Type.Optional(Name), description: Type.Optional(Nullable(Text(1000))) }),
    answer: { status: 200, description: 'The team after the change.', schema: Team },
    example: { body: { description: 'The harbour crew' }, answer: exampleTeam },
  }),
  deleteTeam: operation({
    method: 'DELETE',
    path: '/teams/{team}',
    tag,
    summary: 'Delete a team',
    description:
      'Answers 409 while it holds apps or pipelines, and for a personal team. Its empty namespaces go with it.',
    params,
    answer: { status: 204, description: 'The team is gone.' },
    example: {},
  }),
  listMembers: operation({
    method: 'GET',
    path: '/teams/{team}/members',
    tag,
    summary: 'List the members of a team',
    params,
    query: Type.Object(listQuery),
    answer: { status: 200, description: 'The members, oldest account first.', schema: Type.Array(Member) },
    example: { answer: [exampleMember] },
  }),
  addMember: operation({
    method: 'POST',
    path: '/teams/{team}/members',
    tag,
    summary: 'Add an account to a team',
    description:
      'The account must be one that you can see: it shares a team with you, or you are a platform admin. Others are invited.',
    params,
    body: Body({ user: Text(254, { description: 'Email address or id of the account.' }), role: Role }),
    answer: { status: 201, description: 'The member.', schema: Member },
    example: { body: { user: 'ada@example.com', role: 'member' }, answer: exampleMember },
  }),
  updateMember: operation({
    method: 'PATCH',
    path: '/teams/{team}/members/{member}',
    tag,
    summary: "Change a member's role",
    description:
      'The member is named by email address or account id. The last admin stays one (409 `last_admin`).',
    params: PathParams('team', 'member'),
    body: Body({ role: Role }),
    answer: { status: 200, description: 'The member after the change.', schema: Member },
    example: { body: { role: 'member' }, answer: exampleMember },
  }),
  removeMember: operation({
    method: 'DELETE',
    path: '/teams/{team}/members/{member}',
    tag,
    summary: 'Remove a member, or leave',
    description: 'Every member may leave; the last admin cannot (409 `last_admin`).',
    params: PathParams('team', 'member'),
    answer: { status: 204, description: 'The member is gone.' },
    example: {},
  }),
  listInvitations: operation({
    method: 'GET',
    path: '/teams/{team}/invitations',
    tag,
    summary: 'List the open invitations of a team',
    params,
    query: Type.Object(listQuery),
    answer: { status: 200, description: 'The invitations, oldest first.', schema: Type.Array(Invitation) },
    example: { answer: [exampleInvitation] },
  }),
  createInvitation: operation({
    method: 'POST',
    path: '/teams/{team}/invitations',
    tag,
    summary: 'Invite somebody to a team by a link',
    description:
      'Give the link to them: no mail is sent. It works once, within seven days, with an account that exists or with a new one.',
    params,
    body: Body({ email: Email, role: Role }),
    answer: { status: 201, description: 'The invitation with its link.', schema: InvitationWithLink },
    showsSecretOnce: true,
    example: {
      body: { email: 'grace@example.com', role: 'member' },
      answer: { ...exampleInvitation, link: 'http://127.0.0.1:7400/invitation#Wk3J…' },
    },
  }),
  revokeInvitation: operation({
    method: 'DELETE',
    path: '/teams/{team}/invitations/{invitation}',
    tag,
    summary: 'Withdraw an invitation',
    params: PathParams('team', 'invitation'),
    answer: { status: 204, description: 'Its link no longer works.' },
    example: {},
  }),
  acceptInvitation: operation({
    method: 'POST',
    path: '/invitations/accept',
    tag,
    summary: 'Accept an invitation',
    description:
      'Needs no token. Where an account with the invited address exists, the password is its password; else it becomes the password of the new account.',
    body: Body({ code: Text(100, { description: 'The part of the link after `#`.' }), password: Password }),
    answer: { status: 201, description: 'You are a member of the team.', schema: Member },
    example: { body: { code: 'Wk3J…', password: 'a long pass phrase' }, answer: exampleMember },
  }),
  listAuditEvents: operation({
    method: 'GET',
    path: '/teams/{team}/audit-events',
    tag,
    summary: 'Read the audit trail of a team',
    params,
    query: Type.Object(listQuery),
    answer: {
      status: 200,
      description: 'The events, newest first; kept for a year.',
      schema: Type.Array(AuditEvent),
    },
    example: { answer: [exampleEvent] },
  }),
};
export const exampleAuditEvent = exampleEvent;
