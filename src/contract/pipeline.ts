import { type Static, Type } from 'typebox';
import { App, exampleApp, Stage } from './app.ts';
import { operation } from './operation.ts';
import {
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
  Text,
  Time,
  teamFilter,
} from './values.ts';

const reviewAppSettings = {
  enabled: Type.Boolean({ description: 'Review apps can be made at all.' }),
  automatic_creation: Type.Boolean({ description: 'Each new pull request gets one.' }),
  automatic_destruction: Type.Boolean({
    description: 'One goes when its pull request closes or it becomes stale.',
  }),
  stale_days: Type.Integer({
    minimum: 1,
    maximum: 90,
    description: 'Days without a push until one is stale.',
  }),
  base_name: Nullable(
    Type.String({
      pattern: '^[a-z][a-z0-9-]{1,18}[a-z0-9]$',
      description: 'What the names of review apps begin with.',
    }),
  ),
  region: Nullable(Text(64)),
};

export const ReviewAppSettings = Type.Object(reviewAppSettings, {
  title: 'ReviewAppSettings',
  additionalProperties: false,
});
export type ReviewAppSettings = Static<typeof ReviewAppSettings>;

const ReviewAppChange = PartialBody(reviewAppSettings);
export type ReviewAppChange = Static<typeof ReviewAppChange>;

export const Pipeline = Resource('Pipeline', {
  id: Id,
  name: Type.String(),
  team: NamedRef,
  environments: Type.Array(
    Type.Object({ id: Id, kind: Type.Enum(['ra', 'ci']) }, { additionalProperties: false }),
  ),
  review_apps: ReviewAppSettings,
  created_at: Time,
  updated_at: Time,
});
export type Pipeline = Static<typeof Pipeline>;

const examplePipeline: Pipeline = {
  id: exampleIds.pipeline,
  name: 'shop',
  team: { id: exampleIds.team, name: 'harbour' },
  environments: [
    { id: exampleIds.reviewEnvironment, kind: 'ra' },
    { id: exampleIds.testEnvironment, kind: 'ci' },
  ],
  review_apps: {
    enabled: false,
    automatic_creation: false,
    automatic_destruction: true,
    stale_days: 5,
    base_name: null,
    region: null,
  },
  created_at: exampleTime,
  updated_at: exampleTime,
};
const coupledApp: App = {
  ...exampleApp,
  pipeline: { id: exampleIds.pipeline, name: 'shop' },
  pipeline_stage: 'staging',
};
const params = PathParams('pipeline');
const tag = 'Pipelines';

export const pipelineOperations = {
  listPipelines: operation({
    method: 'GET',
    path: '/pipelines',
    tag,
    summary: 'List the pipelines of your teams',
    query: Type.Object({ team_id: teamFilter, ...listQuery }),
    answer: { status: 200, description: 'The pipelines, by name.', schema: Type.Array(Pipeline) },
    example: { answer: [examplePipeline] },
  }),
  createPipeline: operation({
    method: 'POST',
    path: '/pipelines',
    tag,
    summary: 'Create a pipeline',
    description: 'It comes with an environment for review apps (`ra`) and one for test runs (`ci`).',
    body: Body({
      name: Name,
      team_id: Type.Optional(Text(64, { description: 'Id or name; without it, your personal team.' })),
      review_apps: Type.Optional(ReviewAppChange),
    }),
    answer: { status: 201, description: 'The pipeline.', schema: Pipeline },
    example: { body: { name: 'shop', team_id: 'harbour' }, answer: examplePipeline },
  }),
  getPipeline: operation({
    method: 'GET',
    path: '/pipelines/{pipeline}',
    tag,
    summary: 'Get a pipeline with its environments and review app settings',
    params,
    answer: { status: 200, description: 'The pipeline.', schema: Pipeline },
    example: { answer: examplePipeline },
  }),
  updatePipeline: operation({
    method: 'PATCH',
    path: '/pipelines/{pipeline}',
    tag,
    summary: 'Rename a pipeline or change its review app settings',
    params,
    body: Body({ name: Type.Optional(Name), review_apps: Type.Optional(ReviewAppChange) }),
    answer: { status: 200, description: 'The pipeline after the change.', schema: Pipeline },
    example: { body: { review_apps: { stale_days: 5 } }, answer: examplePipeline },
  }),
  deletePipeline: operation({
    method: 'DELETE',
    path: '/pipelines/{pipeline}',
    tag,
    summary: 'Delete a pipeline',
    description: 'Its apps stay, uncoupled; its environments go with it.',
    params,
    answer: { status: 204, description: 'The pipeline is gone.' },
    example: {},
  }),
  listPipelineApps: operation({
    method: 'GET',
    path: '/pipelines/{pipeline}/apps',
    tag,
    summary: 'List the apps of a pipeline',
    params,
    query: Type.Object(listQuery),
    answer: { status: 200, description: 'The apps, by name.', schema: Type.Array(App) },
    example: { answer: [coupledApp] },
  }),
  couplePipelineApp: operation({
    method: 'POST',
    path: '/pipelines/{pipeline}/apps',
    tag,
    summary: 'Couple an app to a stage of a pipeline',
    description:
      'An app is in one pipeline at most; coupling it again to the same one moves it to the stage named.',
    params,
    body: Body({ app: Text(64, { description: 'Id or name of an app of the same team.' }), stage: Stage }),
    answer: { status: 201, description: 'The app.', schema: App },
    example: { body: { app: 'anchor-shop', stage: 'staging' }, answer: coupledApp },
  }),
  uncouplePipelineApp: operation({
    method: 'DELETE',
    path: '/pipelines/{pipeline}/apps/{app}',
    tag,
    summary: 'Uncouple an app from a pipeline',
    params: PathParams('pipeline', 'app'),
    answer: { status: 204, description: 'The app is in no pipeline.' },
    example: {},
  }),
};
