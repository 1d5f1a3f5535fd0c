import { type App, stacks } from '../../contract/app.ts';
import type { Links } from '../platform.ts';
import type { AppRow } from './app-rows.ts';

export const currentStack = stacks[0];
export const defaultBranch = 'main';

/** Gives the same object for the same row: the store may answer with the same row again while nothing has changed. */
export function toSameApp(row: AppRow & { [shown]?: App }, links: Links): App {
  row[shown] ??= toApp(row, links);
  return row[shown];
}

const shown = Symbol('the app as it is shown');

export function toApp(row: AppRow, links: Links): App {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    team: { id: row.team_id, name: row.team_name },
    pipeline: row.pipeline_id === null ? null : { id: row.pipeline_id, name: row.pipeline_name! },
    pipeline_stage: row.pipeline_stage,
    namespace: { id: row.namespace_id, name: row.namespace_name },
    region: row.region,
    stack: row.stack,
    build_stack: row.build_stack,
    buildpacks: JSON.parse(row.buildpacks),
    formation: JSON.parse(row.formation),
    deployment_status: row.deployment_status,
    current_build_id: row.current_build_id,
    current_deployment_id: row.current_deployment_id,
    current_image_id: row.current_image_id,
    builds_count: row.builds_count,
    deployments_count: row.deployments_count,
    slugs_count: row.slugs_count,
    web_url: links.webUrl(row.name),
    git_url: links.gitUrl(row.name),
    branch: row.branch,
    environment_id: row.environment_id,
    ssh_host: null,
    ssh_port: null,
    policy_allow_websockets: row.policy_allow_websockets === 1,
    policy_response_timeout: row.policy_response_timeout,
    policy_max_connections: row.policy_max_connections,
    policy_erosion_resistance_seconds: row.policy_erosion_resistance_seconds,
    policy_share_process_namespace: row.policy_share_process_namespace === 1,
    policy_temporary_self_signed: row.policy_temporary_self_signed === 1,
    created_at: row.created_at,
    updated_at: row.updated_at,
    deleted_at: null,
    dns_refreshed_at: row.dns_refreshed_at,
    maintenance: row.maintenance === 1,
    force_https: row.force_https === 1,
    hsts_seconds: row.hsts_seconds,
    source_url: row.source_url,
  };
}
