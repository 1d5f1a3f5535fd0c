import type { OperationId } from '../../src/contract/operations.ts';
import type { CallOptions } from '../harness/api-client.ts';
import type { Person, TeamRef, World } from '../harness/world.ts';

/** A team with one person of each role, and people who are not in it. */
export interface Cast {
  world: World;
  team: TeamRef;
  admin: Person;
  member: Person;
  viewer: Person;
  outsider: Person;
  platformAdmin: Person;
  /** Another member of the team, for things to be done to. */
  colleague: Person;
}

/** A request that succeeds when an allowed person makes it, with the app it is about where there is one. */
export interface Scenario extends CallOptions {
  app?: { id: string; name: string; environment_id: string };
}

let serial = 0;
export function freshName(prefix: string): string {
  serial += 1;
  return `${prefix}-${serial}`;
}

export async function createCast(world: World): Promise<Cast> {
  const [admin, member, viewer, outsider, platformAdmin, colleague] = await Promise.all(
    ['admin', 'member', 'viewer', 'outsider', 'operator', 'colleague'].map((name) =>
      world.person(freshName(name), { platformAdmin: name === 'operator' }),
    ),
  );
  const team = await world.team(freshName('harbour'), [
    [admin!, 'admin'],
    [member!, 'member'],
    [viewer!, 'viewer'],
    [colleague!, 'member'],
  ]);
  await world.team(freshName('elsewhere'), [[outsider!, 'admin']]);
  return {
    world,
    team,
    admin: admin!,
    member: member!,
    viewer: viewer!,
    outsider: outsider!,
    platformAdmin: platformAdmin!,
    colleague: colleague!,
  };
}

export async function newApp({ world, admin, team }: Cast) {
  return world.api.ok('createApp', {
    token: admin.token,
    body: { name: freshName('app'), team_id: team.id },
  });
}

async function newPipeline({ world, admin, team }: Cast) {
  return world.api.ok('createPipeline', {
    token: admin.token,
    body: { name: freshName('pipe'), team_id: team.id },
  });
}

const onNewApp =
  (more: (app: Awaited<ReturnType<typeof newApp>>) => CallOptions = () => ({})) =>
  async (cast: Cast): Promise<Scenario> => {
    const app = await newApp(cast);
    const { params, ...rest } = more(app);
    return { app, params: { app: app.name, ...params }, ...rest };
  };

async function withVars(cast: Cast): Promise<Scenario> {
  const app = await newApp(cast);
  await cast.world.api.ok('updateConfigVars', {
    token: cast.admin.token,
    params: { app: app.id },
    body: { KEY: 'value' },
  });
  return { app, params: { app: app.name, environment: app.environment_id, key: 'KEY', release: '1' } };
}

async function newInvitation({ world, admin, team }: Cast): Promise<{ id: string; code: string }> {
  const body = { email: `${freshName('guest')}@example.com`, role: 'viewer' };
  const { id, link } = await world.api.ok('createInvitation', {
    token: admin.token,
    params: { team: team.name },
    body,
  });
  return { id, code: new URL(link).hash.slice(1) };
}

const newEmail = () => `${freshName('somebody')}@example.com`;

async function newAccount({ world, platformAdmin }: Cast) {
  return world.api.ok('createAccount', { token: platformAdmin.token, body: { email: newEmail() } });
}

/** One for every operation of the API: an operation without one does not compile. */
export const scenarios: Record<OperationId, (cast: Cast) => Promise<Scenario>> = {
  listApps: async () => ({}),
  createApp: async ({ team }) => ({ body: { name: freshName('new'), team_id: team.name } }),
  getApp: onNewApp(),
  updateApp: onNewApp(() => ({
    body: { description: 'other', policy_max_connections: 5, maintenance: true },
  })),
  deleteApp: onNewApp(),
  listCollaborators: onNewApp(),
  addCollaborator: async (cast) => onNewApp(() => ({ body: { user: cast.colleague.account.email } }))(cast),
  removeCollaborator: async (cast) => {
    const { world, admin, colleague } = cast;
    const app = await newApp(cast);
    const body = { user: colleague.account.email, role: 'viewer' };
    await world.api.ok('addCollaborator', { token: admin.token, params: { app: app.name }, body });
    return { app, params: { app: app.name, collaborator: colleague.account.email } };
  },

  getConfigVars: withVars,
  updateConfigVars: async (cast) => ({ ...(await withVars(cast)), body: { OTHER: 'x', KEY: null } }),
  deleteConfigVar: withVars,
  listReleases: withVars,
  getRelease: withVars,

  listNamespaces: async () => ({}),
  createNamespace: async ({ team }) => ({
    body: { name: freshName('space'), team_id: team.name, zone_id: 'z' },
  }),
  getNamespace: async ({ team }) => ({ params: { namespace: team.name } }),
  deleteNamespace: async ({ world, admin, team }) => {
    const body = { name: freshName('space'), team_id: team.name };
    const { name } = await world.api.ok('createNamespace', { token: admin.token, body });
    return { params: { namespace: name } };
  },

  listPipelines: async () => ({}),
  createPipeline: async ({ team }) => ({ body: { name: freshName('pipe'), team_id: team.name } }),
  getPipeline: async (cast) => ({ params: { pipeline: (await newPipeline(cast)).name } }),
  updatePipeline: async (cast) => ({
    params: { pipeline: (await newPipeline(cast)).name },
    body: { review_apps: { enabled: true } },
  }),
  deletePipeline: async (cast) => ({ params: { pipeline: (await newPipeline(cast)).name } }),
  listPipelineApps: async (cast) => ({ params: { pipeline: (await newPipeline(cast)).name } }),
  couplePipelineApp: async (cast) => ({
    params: { pipeline: (await newPipeline(cast)).name },
    body: { app: (await newApp(cast)).name, stage: 'staging' },
  }),
  uncouplePipelineApp: async (cast) => {
    const { world, admin } = cast;
    const [pipeline, app] = [await newPipeline(cast), await newApp(cast)];
    const body = { app: app.name, stage: 'staging' };
    await world.api.ok('couplePipelineApp', { token: admin.token, params: { pipeline: pipeline.id }, body });
    return { params: { pipeline: pipeline.name, app: app.name } };
  },

  getEnvironment: withVars,
  updateEnvironment: async (cast) => ({ ...(await withVars(cast)), body: { OTHER: 'x' } }),
  deleteEnvironmentKey: withVars,

  listTeams: async () => ({}),
  createTeam: async () => ({ body: { name: freshName('crew'), description: 'a crew' } }),
  getTeam: async ({ team }) => ({ params: { team: team.name } }),
  updateTeam: async ({ team }) => ({ params: { team: team.id }, body: { description: 'other' } }),
  deleteTeam: async ({ world, admin, member, viewer }) => {
    const team = await world.team(freshName('short-lived'), [
      [admin, 'admin'],
      [member, 'member'],
      [viewer, 'viewer'],
    ]);
    return { params: { team: team.name } };
  },
  listMembers: async ({ team }) => ({ params: { team: team.name } }),
  addMember: async ({ world, admin, member, viewer, colleague }) => {
    const team = await world.team(freshName('growing'), [
      [admin, 'admin'],
      [member, 'member'],
      [viewer, 'viewer'],
    ]);
    return { params: { team: team.name }, body: { user: colleague.account.email, role: 'viewer' } };
  },
  updateMember: async ({ team, colleague }) => ({
    params: { team: team.name, member: colleague.account.email },
    body: { role: 'member' },
  }),
  removeMember: async ({ world, admin, member, viewer, colleague }) => {
    const team = await world.team(freshName('shrinking'), [
      [admin, 'admin'],
      [member, 'member'],
      [viewer, 'viewer'],
      [colleague, 'viewer'],
    ]);
    return { params: { team: team.name, member: colleague.account.email } };
  },
  listInvitations: async ({ team }) => ({ params: { team: team.name } }),
  createInvitation: async ({ team }) => ({
    params: { team: team.name },
    body: { email: newEmail(), role: 'member' },
  }),
  revokeInvitation: async (cast) => ({
    params: { team: cast.team.name, invitation: (await newInvitation(cast)).id },
  }),
  acceptInvitation: async (cast) => ({
    body: { code: (await newInvitation(cast)).code, password: 'a new pass phrase' },
  }),
  listAuditEvents: async ({ team }) => ({ params: { team: team.name } }),

  getMe: async () => ({}),
  changePassword: async ({ admin }) => ({
    body: { current_password: admin.password, password: admin.password },
  }),
  signUp: async () => ({ body: { email: newEmail(), password: 'a new pass phrase' } }),
  choosePassword: async (cast) => {
    const { password_link } = await newAccount(cast);
    return { body: { code: new URL(password_link.link).hash.slice(1), password: 'a new pass phrase' } };
  },
  listAccounts: async () => ({}),
  createAccount: async () => ({ body: { email: newEmail() } }),
  getAccount: async ({ viewer }) => ({ params: { account: viewer.account.email } }),
  updateAccount: async (cast) => ({
    params: { account: (await newAccount(cast)).id },
    body: { disabled: true },
  }),
  deleteAccount: async (cast) => ({ params: { account: (await newAccount(cast)).id } }),
  createPasswordLink: async (cast) => ({ params: { account: (await newAccount(cast)).email } }),
  listPlatformAuditEvents: async () => ({}),

  listTokens: async () => ({}),
  createToken: async () => ({ body: { description: 'another', scope: 'read' } }),
  revokeToken: async () => ({ params: { token: 'filled in by who revokes' } }),

  listRegions: async () => ({}),
};
