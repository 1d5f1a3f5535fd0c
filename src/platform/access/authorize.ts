import { forbidden, invalidParams, notFound } from '../../base/errors.ts';
import type { OperationId } from '../../contract/operations.ts';
import { findVisibleApp, type VisibleApp } from '../apps/app-rows.ts';
import { findVisibleEnvironment, type VisibleEnvironment } from '../environments/environment-rows.ts';
import { findVisibleNamespace, type VisibleNamespace } from '../namespaces/namespace-rows.ts';
import { findVisiblePipeline, type VisiblePipeline } from '../pipelines/pipeline-rows.ts';
import type { Platform } from '../platform.ts';
import { findPersonalTeam, findVisibleTeam, type VisibleTeam } from '../teams/team-rows.ts';
import type { Caller } from './caller.ts';
import type { Access, operationAccess, SubjectKind } from './operation-access.ts';
import { atLeast } from './roles.ts';

export interface Subjects {
  app: VisibleApp;
  team: VisibleTeam;
  namespace: VisibleNamespace;
  pipeline: VisiblePipeline;
  environment: VisibleEnvironment;
}

/** What an operation acts on, as the table names it. */
export type SubjectOf<Id extends OperationId> = (typeof operationAccess)[Id] extends { of: infer Kind }
  ? Kind extends SubjectKind
    ? Subjects[Kind]
    : undefined
  : undefined;

export type Params = Record<string, string>;

/**
 * The part that needs no body, before anything of the request is read: what a bound token may touch, then whether the
 * caller may know of the subject, then whether scope and role suffice.
 */
export async function authorizePath(platform: Platform, access: Access, caller: Caller, params: Params) {
  if (access.who === 'anyone') return undefined;
  refuseBoundToken(access, caller, params);
  if (!('of' in access) || access.namedIn === 'body') {
    refuseWeakScope(access, caller);
    if (access.who === 'platform_admin' && !caller.account.platformAdmin) {
      throw forbidden('Only a platform admin may do this.');
    }
    return undefined;
  }
  const subject = await find[access.of](platform, params[access.of] ?? '', caller.account.id);
  if (!subject) throw notFound();
  refuseWeakScope(access, caller);
  if (!(access.orSelf && isCaller(caller, params.member))) refuseWeakRole(access.who, subject.role);
  return subject;
}

/** The part for subjects that the body names: the team that something is created in. */
export async function authorizeBody(
  { database }: Platform,
  access: Access,
  caller: Caller,
  body: { team_id?: string } | undefined,
): Promise<VisibleTeam | undefined> {
  if (!('of' in access) || access.namedIn !== 'body') return undefined;
  const { id } = caller.account;
  const team =
    body?.team_id === undefined
      ? await findPersonalTeam(database.read, id)
      : await findVisibleTeam(database.read, body.team_id, id);
  if (!team) throw invalidParams({ team_id: 'is no team that you can see' });
  refuseWeakRole(access.who, team.role);
  return team;
}

type Find = (
  platform: Platform,
  reference: string,
  accountId: string,
) => Promise<Subjects[SubjectKind] | undefined>;

const find: Record<SubjectKind, Find> = {
  app: ({ database }, reference, account) => findVisibleApp(database, reference, account),
  team: ({ database }, reference, account) => findVisibleTeam(database.read, reference, account),
  namespace: ({ database }, reference, account) => findVisibleNamespace(database.read, reference, account),
  pipeline: ({ database }, reference, account) => findVisiblePipeline(database.read, reference, account),
  environment: ({ database }, reference, account) =>
    findVisibleEnvironment(database.read, reference, account),
};

/** Decided from the token alone: no look-up, so no hint of what exists. */
function refuseBoundToken(
  access: Exclude<Access, { who: 'anyone' }>,
  { boundTo }: Caller,
  params: Params,
): void {
  if (!boundTo) return;
  if ('bound' in access && access.bound) return;
  if ('of' in access && access.namedIn === undefined) {
    if (access.of === 'app' && (params.app === boundTo.id || params.app === boundTo.name)) return;
    if (access.of === 'environment' && params.environment === boundTo.environmentId) return;
  }
  throw forbidden('This token is bound to one app and may touch nothing else.');
}

function refuseWeakScope(access: Exclude<Access, { who: 'anyone' }>, caller: Caller): void {
  if (access.scope === 'write' && caller.scope === 'read') {
    throw forbidden('This token may only read: use one with the scope "write".');
  }
}

function refuseWeakRole(
  needed: Subjects[SubjectKind]['role'] | 'platform_admin' | 'account',
  role: Subjects[SubjectKind]['role'],
): void {
  if (needed === 'platform_admin' || needed === 'account' || atLeast(role, needed)) return;
  throw forbidden(`This needs the role "${needed}"; yours is "${role}".`);
}

function isCaller(caller: Caller, reference: string | undefined): boolean {
  return reference === caller.account.id || reference?.toLowerCase() === caller.account.email;
}
