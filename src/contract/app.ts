import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import {
  AccountRef,
  Body,
  exampleIds,
  exampleTime,
  Id,
  listQuery,
  Name,
  NamedRef,
  Nullable,
  PartialBody,
  PathParams,
  Resource,
  Role,
  Text,
  Time,
  teamFilter,
} from './values.ts';

export const stages = ['review', 'ci', 'development', 'staging', 'production'] as const;
export const Stage = Type.Enum([...stages]);
export type Stage = Static<typeof Stage>;

export const stacks = ['kedge-26'] as const;
const Stack = Type.Enum([...stacks], {
  description: 'The base system that an app is built for and runs on.',
});

export const deploymentStatuses = [
  'none',
  'pending',
  'deploying',
  'succeeded',
  'failed',
  'superseded',
] as const;

const Policies = {
  policy_allow_websockets: Type.Boolean({ description: 'false: upgrades are refused with 403.' }),
  policy_response_timeout: Type.Integer({
    minimum: 1,
    maximum: 3600,
    description: 'Seconds to the first byte of an answer.',
  }),
  policy_max_connections: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    description: 'Requests at once per dyno; 0 is no limit.',
  }),
  policy_erosion_resistance_seconds: Type.Integer({
    minimum: 0,
    maximum: 31_536_000,
    description: 'A dyno older than this is replaced; 0 is never.',
  }),
  policy_share_process_namespace: Type.Boolean({
    description: 'On a cluster, the containers of a pod share one process namespace.',
  }),
  policy_temporary_self_signed: Type.Boolean({
    description: 'A custom domain without a certificate yet is served with a self-signed one.',
  }),
};

export const App = Resource('App', {
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  team: NamedRef,
  pipeline: Nullable(NamedRef),
  pipeline_stage: Nullable(Type.String()),
  namespace: NamedRef,
  region: Type.String(),
  stack: Type.String(),
  build_stack: Type.String(),
  buildpacks: Type.Array(Type.Object({ url: Type.String() }, { additionalProperties: false })),
  formation: Type.Record(
    Type.String(),
    Type.Object(
      { size: Type.String(), display: Type.String(), quantity: Type.Integer() },
      { additionalProperties: false },
    ),
  ),
  deployment_status: Type.Enum([...deploymentStatuses]),
  current_build_id: Nullable(Id),
  current_deployment_id: Nullable(Id),
  current_image_id: Nullable(Id),
  builds_count: Type.Integer(),
  deployments_count: Type.Integer(),
  slugs_count: Type.Integer(),
  web_url: Type.String(),
  git_url: Type.String(),
  branch: Nullable(Type.String()),
  environment_id: Id,
  ssh_host: Nullable(Type.String()),
  ssh_port: Nullable(Type.Integer()),
  ...Policies,
  created_at: Time,
  updated_at: Time,
  deleted_at: Nullable(Time),
  dns_refreshed_at: Nullable(Time),
  maintenance: Type.Boolean(),
  force_https: Type.Boolean(),
  hsts_seconds: Type.Integer(),
  source_url: Nullable(Type.String()),
});
export type App = Static<typeof App>;

export const Collaborator = Resource('Collaborator', {
  id: Id,
  user: AccountRef,
  role: Role,
  created_at: Time,
});
export type Collaborator = Static<typeof Collaborator>;

const CollaboratorRole = Type.Enum(['member', 'viewer']);
const params = PathParams('app');
const tag = 'Apps';

export const exampleApp: App = {
  id: exampleIds.app,
  name: 'anchor-shop',
  description: 'The shop',
  team: { id: exampleIds.team, name: 'harbour' },
  pipeline: null,
  pipeline_stage: null,
  namespace: { id: exampleIds.namespace, name: 'harbour' },
  region: 'local',
  stack: 'kedge-26',
  build_stack: 'kedge-26',
  buildpacks: [],
  formation: {},
  deployment_status: 'none',
  current_build_id: null,
  current_deployment_id: null,
  current_image_id: null,
  builds_count: 0,
  deployments_count: 0,
  slugs_count: 0,
  web_url: 'http://anchor-shop.localhost:8080/',
  git_url: 'http://127.0.0.1:7400/git/anchor-shop.git',
  branch: 'main',
  environment_id: exampleIds.environment,
  ssh_host: null,
  ssh_port: null,
  policy_allow_websockets: true,
  policy_response_timeout: 30,
  policy_max_connections: 0,
  policy_erosion_resistance_seconds: 0,
  policy_share_process_namespace: false,
  policy_temporary_self_signed: true,
  created_at: exampleTime,
  updated_at: exampleTime,
  deleted_at: null,
  dns_refreshed_at: null,
  maintenance: false,
  force_https: false,
  hsts_seconds: 0,
  source_url: null,
};

const exampleCollaborator: Collaborator = {
  id: exampleIds.account,
  user: { id: exampleIds.account, email: 'ada@example.com' },
  role: 'member',
  created_at: exampleTime,
};

export const appOperations = {
  listApps: operation({
    method: 'GET',
    path: '/apps',
    tag,
    summary: 'List the apps that you can access',
    query: Type.Object({ team_id: teamFilter, ...listQuery }),
    answer: { status: 200, description: 'The apps, by name.', schema: Type.Array(App) },
    example: { answer: [exampleApp] },
  }),
  createApp: operation({
    method: 'POST',
    path: '/apps',
    tag,
    summary: 'Create an app',
    description:
      'Without `team_id` the app belongs to your personal team; without `namespace` it lives in the first namespace of its team (in `region`, where one is named).',
    body: Body({
      name: Name,
      team_id: Type.Optional(Text(64, { description: 'Id or name.' })),
      region: Type.Optional(Text(64)),
      description: Type.Optional(Nullable(Text(1000))),
      namespace: Type.Optional(Text(64, { description: 'Id or name.' })),
    }),
    answer: { status: 201, description: 'The app.', schema: App },
    example: { body: { name: 'anchor-shop', description: 'The shop' }, answer: exampleApp },
  }),
  getApp: operation({
    method: 'GET',
    path: '/apps/{app}',
    tag,
    summary: 'Get an app',
    params,
    answer: {
      status: 200,
      description: 'The app with its formation, buildpacks, region and deployment status.',
      schema: App,
    },
    example: { answer: exampleApp },
  }),
  updateApp: operation({
    method: 'PATCH',
    path: '/apps/{app}',
    tag,
    summary: 'Change an app',
    params,
    body: PartialBody({
      name: Name,
      description: Nullable(Text(1000)),
      build_stack: Stack,
      maintenance: Type.Boolean(),
      ...Policies,
    }),
    answer: { status: 200, description: 'The app after the change.', schema: App },
    example: { body: { description: 'The shop' }, answer: exampleApp },
  }),
  deleteApp: operation({
    method: 'DELETE',
    path: '/apps/{app}',
    tag,
    summary: 'Delete an app and everything of it',
    description: 'Its config vars, releases and app-bound tokens go with it, and its name is free again.',
    params,
    answer: { status: 204, description: 'The app is gone.' },
    example: {},
  }),
  listCollaborators: operation({
    method: 'GET',
    path: '/apps/{app}/collaborators',
    tag,
    summary: 'List who has access to this app alone',
    params,
    query: Type.Object(listQuery),
    answer: {
      status: 200,
      description: 'The collaborators, oldest first.',
      schema: Type.Array(Collaborator),
    },
    example: { answer: [exampleCollaborator] },
  }),
  addCollaborator: operation({
    method: 'POST',
    path: '/apps/{app}/collaborators',
    tag,
    summary: 'Give an account access to this app alone',
    description:
      'The account must be one that you can see: it shares a team with you, or you are a platform admin. Others are invited to the team.',
    params,
    body: Body({
      user: Text(254, { description: 'Email address or id of the account.' }),
      role: Type.Optional(CollaboratorRole),
    }),
    answer: { status: 201, description: 'The collaborator.', schema: Collaborator },
    example: { body: { user: 'ada@example.com', role: 'member' }, answer: exampleCollaborator },
  }),
  removeCollaborator: operation({
    method: 'DELETE',
    path: '/apps/{app}/collaborators/{collaborator}',
    tag,
    summary: "Take a collaborator's access away",
    params: PathParams('app', 'collaborator'),
    answer: { status: 204, description: 'The access is gone.' },
    example: {},
  }),
};
