import { timestamp } from '../../base/clock.ts';
import { invalidParams, KedgeError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { App, appOperations } from '../../contract/app.ts';
import type { BodyOf } from '../../contract/operation.ts';
import type { Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import { orTaken } from '../database/conflicts.ts';
import type { Tx } from '../database/tables.ts';
import { createEnvironment } from '../environments/environment-rows.ts';
import { findNamespaceOfTeam, firstNamespace } from '../namespaces/namespace-rows.ts';
import type { Platform } from '../platform.ts';
import { requireRegion } from '../regions/region.ts';
import type { VisibleTeam } from '../teams/team-rows.ts';
import { currentStack, defaultBranch, toApp } from './app.ts';
import { findApp } from './app-rows.ts';

type Input = BodyOf<typeof appOperations.createApp>;

export async function createApp(
  platform: Platform,
  caller: Caller,
  team: VisibleTeam,
  input: Input,
): Promise<App> {
  refuseReservedName(platform, input.name);
  if (input.region !== undefined) requireRegion(platform, input.region);

  return platform.database.transact(async (tx) => {
    const namespace = await chooseNamespace(tx, team, input);
    const app = { id: newId(), name: input.name };
    const environmentId = newId();
    const now = timestamp(platform.clock);
    const insert = tx
      .insertInto('apps')
      .values({
        ...app,
        ...neverDeployed,
        description: input.description ?? null,
        team_id: team.id,
        namespace_id: namespace.id,
        environment_id: environmentId,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await orTaken(insert, { 'apps.name': `The app name "${input.name}" is taken.` });
    await createEnvironment(platform, tx, { id: environmentId, kind: 'app', appId: app.id });
    await recordEvent(platform, tx, caller, {
      action: 'app.create',
      team: team.id,
      target: { kind: 'app', ...app },
    });
    return toApp((await findApp(tx, app.id))!, platform.links);
  });
}

/** The label of the platform's own host cannot be an app's: both would answer at one address. */
export function refuseReservedName(platform: Platform, name: string): void {
  if (name === platform.reservedAppName) throw invalidParams({ name: "is the platform's own host name" });
}

async function chooseNamespace(tx: Tx, team: VisibleTeam, input: Input): Promise<{ id: string }> {
  if (input.namespace === undefined) {
    const namespace = await firstNamespace(tx, team.id, input.region);
    if (namespace) return namespace;
    if (input.region === undefined) throw invalidParams({ namespace: 'is needed: the team has none yet' });
    throw new KedgeError(
      'region_mismatch',
      `The team has no namespace in the region "${input.region}": create one there first.`,
    );
  }
  const namespace = await findNamespaceOfTeam(tx, input.namespace, team.id);
  if (!namespace) throw invalidParams({ namespace: `is none of the team ${team.name}` });
  if (input.region !== undefined && input.region !== namespace.region) {
    throw new KedgeError(
      'region_mismatch',
      `The namespace "${namespace.name}" is in the region "${namespace.region}", not in "${input.region}".`,
    );
  }
  return namespace;
}

const neverDeployed = {
  pipeline_id: null,
  pipeline_stage: null,
  stack: currentStack,
  build_stack: currentStack,
  buildpacks: '[]',
  formation: '{}',
  deployment_status: 'none',
  current_build_id: null,
  current_deployment_id: null,
  current_image_id: null,
  builds_count: 0,
  deployments_count: 0,
  slugs_count: 0,
  last_release: 0,
  branch: defaultBranch,
  source_url: null,
  maintenance: 0,
  force_https: 0,
  hsts_seconds: 0,
  policy_allow_websockets: 1,
  policy_response_timeout: 30,
  policy_max_connections: 0,
  policy_erosion_resistance_seconds: 0,
  policy_share_process_namespace: 0,
  policy_temporary_self_signed: 1,
  dns_refreshed_at: null,
} as const;
