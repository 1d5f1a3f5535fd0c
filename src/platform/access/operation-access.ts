import type { OperationId } from '../../contract/operations.ts';
import type { Scope } from '../../contract/token.ts';
import type { Role } from '../../contract/values.ts';

export type SubjectKind = 'app' | 'team' | 'namespace' | 'pipeline' | 'environment';

export type Access =
  /** No token is asked for. */
  | { readonly who: 'anyone' }
  /**
   * Every account, for what is its own. A bound token only where `bound` says so. A password may stand `instead` of a
   * token, or is `checked` by the operation: either way, tries are counted.
   */
  | {
      readonly who: 'account';
      readonly scope: Scope;
      readonly bound?: true;
      readonly password?: 'instead' | 'checked';
    }
  | { readonly who: 'platform_admin'; readonly scope: Scope }
  /** A role in the team that the subject belongs to. The subject is named in the path, or by a field of the body. */
  | {
      readonly who: Role;
      readonly of: SubjectKind;
      readonly namedIn?: 'body';
      readonly scope: Scope;
      /** The account that the path names may do it to itself, whatever its role. */
      readonly orSelf?: true;
    };

/**
 * Who may do what: every operation, and nothing decides elsewhere.
 *
 * A platform admin runs the platform's accounts: those are the operations that say `platform_admin`, together with
 * seeing every account when one is added to a team or an app, and reading /metrics from afar. It opens no team's
 * apps: for that an admin joins the team like everybody else.
 */
export const operationAccess = {
  listApps: { who: 'account', scope: 'read' },
  createApp: { who: 'member', of: 'team', namedIn: 'body', scope: 'write' },
  getApp: { who: 'viewer', of: 'app', scope: 'read' },
  updateApp: { who: 'member', of: 'app', scope: 'write' },
  deleteApp: { who: 'admin', of: 'app', scope: 'write' },
  listCollaborators: { who: 'viewer', of: 'app', scope: 'read' },
  addCollaborator: { who: 'admin', of: 'app', scope: 'write' },
  removeCollaborator: { who: 'admin', of: 'app', scope: 'write' },

  getConfigVars: { who: 'member', of: 'app', scope: 'read' },
  updateConfigVars: { who: 'member', of: 'app', scope: 'write' },
  deleteConfigVar: { who: 'member', of: 'app', scope: 'write' },

  listReleases: { who: 'viewer', of: 'app', scope: 'read' },
  getRelease: { who: 'viewer', of: 'app', scope: 'read' },

  listNamespaces: { who: 'account', scope: 'read' },
  createNamespace: { who: 'admin', of: 'team', namedIn: 'body', scope: 'write' },
  getNamespace: { who: 'viewer', of: 'namespace', scope: 'read' },
  deleteNamespace: { who: 'admin', of: 'namespace', scope: 'write' },

  listPipelines: { who: 'account', scope: 'read' },
  createPipeline: { who: 'member', of: 'team', namedIn: 'body', scope: 'write' },
  getPipeline: { who: 'viewer', of: 'pipeline', scope: 'read' },
  updatePipeline: { who: 'member', of: 'pipeline', scope: 'write' },
  deletePipeline: { who: 'admin', of: 'pipeline', scope: 'write' },
  listPipelineApps: { who: 'viewer', of: 'pipeline', scope: 'read' },
  couplePipelineApp: { who: 'member', of: 'pipeline', scope: 'write' },
  uncouplePipelineApp: { who: 'member', of: 'pipeline', scope: 'write' },

  getEnvironment: { who: 'member', of: 'environment', scope: 'read' },
  updateEnvironment: { who: 'member', of: 'environment', scope: 'write' },
  deleteEnvironmentKey: { who: 'member', of: 'environment', scope: 'write' },

  listTeams: { who: 'account', scope: 'read' },
  createTeam: { who: 'account', scope: 'write' },
  getTeam: { who: 'viewer', of: 'team', scope: 'read' },
  updateTeam: { who: 'admin', of: 'team', scope: 'write' },
  deleteTeam: { who: 'admin', of: 'team', scope: 'write' },
  listMembers: { who: 'viewer', of: 'team', scope: 'read' },
  addMember: { who: 'admin', of: 'team', scope: 'write' },
  updateMember: { who: 'admin', of: 'team', scope: 'write' },
  removeMember: { who: 'admin', of: 'team', scope: 'write', orSelf: true },
  listInvitations: { who: 'admin', of: 'team', scope: 'read' },
  createInvitation: { who: 'admin', of: 'team', scope: 'write' },
  revokeInvitation: { who: 'admin', of: 'team', scope: 'write' },
  acceptInvitation: { who: 'anyone' },
  listAuditEvents: { who: 'admin', of: 'team', scope: 'read' },

  getMe: { who: 'account', scope: 'read', bound: true },
  changePassword: { who: 'account', scope: 'write', password: 'checked' },
  signUp: { who: 'anyone' },
  choosePassword: { who: 'anyone' },
  listAccounts: { who: 'platform_admin', scope: 'read' },
  createAccount: { who: 'platform_admin', scope: 'write' },
  getAccount: { who: 'platform_admin', scope: 'read' },
  updateAccount: { who: 'platform_admin', scope: 'write' },
  deleteAccount: { who: 'platform_admin', scope: 'write' },
  createPasswordLink: { who: 'platform_admin', scope: 'write' },
  listPlatformAuditEvents: { who: 'platform_admin', scope: 'read' },

  listTokens: { who: 'account', scope: 'read' },
  createToken: { who: 'account', scope: 'write', password: 'instead' },
  revokeToken: { who: 'account', scope: 'write' },

  listRegions: { who: 'account', scope: 'read' },
} as const satisfies Record<OperationId, Access>;
