import type { Transaction } from 'kysely';
import type { App, Stage } from '../../contract/app.ts';
import type { EnvironmentKind } from '../../contract/environment.ts';
import type { Scope } from '../../contract/token.ts';
import type { Role } from '../../contract/values.ts';
import type { Store } from '../../store/store.ts';

/**
 * One shape for SQLite and PostgreSQL: times are ISO 8601 text, truth is 0 or 1, JSON is text, secrets are sealed text
 * (see `vault/vault.ts`) or hashes.
 */
export interface Tables {
  settings: SettingsTable;
  accounts: AccountsTable;
  password_links: PasswordLinksTable;
  teams: TeamsTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  tokens: TokensTable;
  namespaces: NamespacesTable;
  pipelines: PipelinesTable;
  apps: AppsTable;
  collaborators: CollaboratorsTable;
  environments: EnvironmentsTable;
  releases: ReleasesTable;
  audit_events: AuditEventsTable;
  idempotency_keys: IdempotencyKeysTable;
  rate_limits: RateLimitsTable;
}

export type Database = Store<Tables>;
export type Tx = Transaction<Tables>;

type Flag = 0 | 1;

interface SettingsTable {
  name: string;
  value: string;
}

export interface AccountsTable {
  id: string;
  email: string;
  /** PHC string; null until a password link is used. */
  password_hash: string | null;
  platform_admin: Flag;
  disabled: Flag;
  created_at: string;
  updated_at: string;
}

interface PasswordLinksTable {
  account_id: string;
  code_hash: string;
  expires_at: string;
  created_at: string;
}

export interface TeamsTable {
  id: string;
  name: string;
  description: string | null;
  personal_account_id: string | null;
  created_at: string;
  updated_at: string;
}

interface MembershipsTable {
  team_id: string;
  account_id: string;
  role: Role;
  created_at: string;
}

interface InvitationsTable {
  id: string;
  team_id: string;
  email: string;
  role: Role;
  code_hash: string;
  invited_by: string | null;
  expires_at: string;
  created_at: string;
}

interface TokensTable {
  id: string;
  account_id: string;
  app_id: string | null;
  hash: string;
  scope: Scope;
  description: string | null;
  expires_at: string | null;
  last_used_at: string | null;
  created_at: string;
}

interface NamespacesTable {
  id: string;
  name: string;
  team_id: string;
  description: string | null;
  state: 'active' | 'deleting';
  region: string;
  /** Who made it: a fact of that time, which outlives the account. */
  actor_id: string;
  actor_email: string;
  created_at: string;
  updated_at: string;
}

interface PipelinesTable {
  id: string;
  name: string;
  team_id: string;
  review_apps: string;
  created_at: string;
  updated_at: string;
}

export interface AppsTable {
  id: string;
  name: string;
  description: string | null;
  team_id: string;
  namespace_id: string;
  pipeline_id: string | null;
  pipeline_stage: Stage | null;
  environment_id: string;
  stack: string;
  build_stack: string;
  buildpacks: string;
  formation: string;
  deployment_status: App['deployment_status'];
  current_build_id: string | null;
  current_deployment_id: string | null;
  current_image_id: string | null;
  builds_count: number;
  deployments_count: number;
  slugs_count: number;
  last_release: number;
  branch: string | null;
  source_url: string | null;
  maintenance: Flag;
  force_https: Flag;
  hsts_seconds: number;
  policy_allow_websockets: Flag;
  policy_response_timeout: number;
  policy_max_connections: number;
  policy_erosion_resistance_seconds: number;
  policy_share_process_namespace: Flag;
  policy_temporary_self_signed: Flag;
  dns_refreshed_at: string | null;
  created_at: string;
  updated_at: string;
}

interface CollaboratorsTable {
  app_id: string;
  account_id: string;
  role: Role;
  created_at: string;
}

interface EnvironmentsTable {
  id: string;
  kind: EnvironmentKind;
  app_id: string | null;
  pipeline_id: string | null;
  /** All config vars, as one sealed JSON object. */
  vars: string;
  /** Counts the changes; raising it also takes the row's lock. */
  version: number;
  updated_at: string;
}

interface ReleasesTable {
  id: string;
  app_id: string;
  version: number;
  status: 'pending' | 'deploying' | 'succeeded' | 'failed' | 'superseded';
  description: string;
  /** The config vars as they were, sealed. */
  config: string;
  user_id: string | null;
  user_email: string | null;
  failure_reason: string | null;
  created_at: string;
  updated_at: string;
}

interface AuditEventsTable {
  id: string;
  team_id: string | null;
  action: string;
  target_kind: string;
  target_id: string;
  target_name: string;
  user_id: string | null;
  user_email: string | null;
  token_id: string | null;
  address: string | null;
  request_id: string | null;
  details: string;
  created_at: string;
}

interface IdempotencyKeysTable {
  owner: string;
  key: string;
  fingerprint: string;
  /** The answer to repeat, sealed; null where it showed a secret. */
  answer: string | null;
  created_id: string | null;
  created_at: string;
}

interface RateLimitsTable {
  key: string;
  /** When the bucket will be full again, in milliseconds: all that a steadily refilled bucket has to remember. */
  full_at: number;
}
