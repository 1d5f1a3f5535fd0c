import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration stands for the tables of its own time, not for today's types
type Schema = Kysely<any>;

export async function up(db: Schema): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);
  const index = (name: string, on: string, ...columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute();

  await table('settings').addColumn('name', 'text', key).addColumn('value', 'text', required).execute();

  await timed(
    table('accounts')
      .addColumn('id', 'text', key)
      .addColumn('email', 'text', (c) => c.notNull().unique())
      .addColumn('password_hash', 'text')
      .addColumn('platform_admin', 'integer', required)
      .addColumn('disabled', 'integer', required),
  );

  await table('password_links')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull().unique())
    .addColumn('expires_at', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();

  await timed(
    table('teams')
      .addColumn('id', 'text', key)
      .addColumn('name', 'text', (c) => c.notNull().unique())
      .addColumn('description', 'text')
      .addColumn('personal_account_id', 'text', (c) =>
        c.unique().references('accounts.id').onDelete('cascade'),
      ),
  );

  await table('memberships')
    .addColumn('team_id', 'text', (c) => c.notNull().references('teams.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('role', 'text', required)
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('memberships_key', ['team_id', 'account_id'])
    .execute();
  await index('memberships_account', 'memberships', 'account_id');

  await table('invitations')
    .addColumn('id', 'text', key)
    .addColumn('team_id', 'text', (c) => c.notNull().references('teams.id').onDelete('cascade'))
    .addColumn('email', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('code_hash', 'text', (c) => c.notNull().unique())
    .addColumn('invited_by', 'text', (c) => c.references('accounts.id').onDelete('set null'))
    .addColumn('expires_at', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();
  await index('invitations_team', 'invitations', 'team_id');

  await timed(
    table('namespaces')
      .addColumn('id', 'text', key)
      .addColumn('name', 'text', (c) => c.notNull().unique())
      .addColumn('team_id', 'text', (c) => c.notNull().references('teams.id').onDelete('restrict'))
      .addColumn('description', 'text')
      .addColumn('state', 'text', required)
      .addColumn('region', 'text', required)
      .addColumn('actor_id', 'text', required)
      .addColumn('actor_email', 'text', required),
  );
  await index('namespaces_team', 'namespaces', 'team_id');

  await timed(
    table('pipelines')
      .addColumn('id', 'text', key)
      .addColumn('name', 'text', (c) => c.notNull().unique())
      .addColumn('team_id', 'text', (c) => c.notNull().references('teams.id').onDelete('restrict'))
      .addColumn('review_apps', 'text', required),
  );
  await index('pipelines_team', 'pipelines', 'team_id');

  await timed(
    table('apps')
      .addColumn('id', 'text', key)
      .addColumn('name', 'text', (c) => c.notNull().unique())
      .addColumn('description', 'text')
      .addColumn('team_id', 'text', (c) => c.notNull().references('teams.id').onDelete('restrict'))
      .addColumn('namespace_id', 'text', (c) => c.notNull().references('namespaces.id').onDelete('restrict'))
      .addColumn('pipeline_id', 'text', (c) => c.references('pipelines.id').onDelete('set null'))
      .addColumn('pipeline_stage', 'text')
      .addColumn('environment_id', 'text', (c) => c.notNull().unique())
      .addColumn('stack', 'text', required)
      .addColumn('build_stack', 'text', required)
      .addColumn('buildpacks', 'text', (c) => c.notNull().defaultTo('[]'))
      .addColumn('formation', 'text', (c) => c.notNull().defaultTo('{}'))
      .addColumn('deployment_status', 'text', (c) => c.notNull().defaultTo('none'))
      .addColumn('current_build_id', 'text')
      .addColumn('current_deployment_id', 'text')
      .addColumn('current_image_id', 'text')
      .addColumn('builds_count', 'integer', zero)
      .addColumn('deployments_count', 'integer', zero)
      .addColumn('slugs_count', 'integer', zero)
      .addColumn('last_release', 'integer', zero)
      .addColumn('branch', 'text')
      .addColumn('source_url', 'text')
      .addColumn('maintenance', 'integer', zero)
      .addColumn('force_https', 'integer', zero)
      .addColumn('hsts_seconds', 'integer', zero)
      .addColumn('policy_allow_websockets', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('policy_response_timeout', 'integer', (c) => c.notNull().defaultTo(30))
      .addColumn('policy_max_connections', 'integer', zero)
      .addColumn('policy_erosion_resistance_seconds', 'integer', zero)
      .addColumn('policy_share_process_namespace', 'integer', zero)
      .addColumn('policy_temporary_self_signed', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('dns_refreshed_at', 'text'),
  );
  await index('apps_team', 'apps', 'team_id');
  await index('apps_namespace', 'apps', 'namespace_id');
  await index('apps_pipeline', 'apps', 'pipeline_id');

  await table('collaborators')
    .addColumn('app_id', 'text', (c) => c.notNull().references('apps.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('role', 'text', required)
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('collaborators_key', ['app_id', 'account_id'])
    .execute();
  await index('collaborators_account', 'collaborators', 'account_id');

  await table('environments')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', required)
    .addColumn('app_id', 'text', (c) => c.unique().references('apps.id').onDelete('cascade'))
    .addColumn('pipeline_id', 'text', (c) => c.references('pipelines.id').onDelete('cascade'))
    .addColumn('vars', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('updated_at', 'text', required)
    .addCheckConstraint('environments_one_owner', sql`(app_id is null) <> (pipeline_id is null)`)
    .execute();
  await index('environments_pipeline', 'environments', 'pipeline_id');

  await timed(
    table('releases')
      .addColumn('id', 'text', key)
      .addColumn('app_id', 'text', (c) => c.notNull().references('apps.id').onDelete('cascade'))
      .addColumn('version', 'integer', required)
      .addColumn('status', 'text', required)
      .addColumn('description', 'text', required)
      .addColumn('config', 'text', required)
      .addColumn('user_id', 'text')
      .addColumn('user_email', 'text')
      .addColumn('failure_reason', 'text')
      .addUniqueConstraint('releases_version', ['app_id', 'version']),
  );

  await table('tokens')
    .addColumn('id', 'text', key)
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('app_id', 'text', (c) => c.references('apps.id').onDelete('cascade'))
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('scope', 'text', required)
    .addColumn('description', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('last_used_at', 'text')
    .addColumn('created_at', 'text', required)
    .execute();
  await index('tokens_account', 'tokens', 'account_id');
  await index('tokens_app', 'tokens', 'app_id');

  await table('audit_events')
    .addColumn('id', 'text', key)
    .addColumn('team_id', 'text', (c) => c.references('teams.id').onDelete('set null'))
    .addColumn('action', 'text', required)
    .addColumn('target_kind', 'text', required)
    .addColumn('target_id', 'text', required)
    .addColumn('target_name', 'text', required)
    .addColumn('user_id', 'text')
    .addColumn('user_email', 'text')
    .addColumn('token_id', 'text')
    .addColumn('address', 'text')
    .addColumn('request_id', 'text')
    .addColumn('details', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();
  await index('audit_events_team', 'audit_events', 'team_id', 'id');

  await table('idempotency_keys')
    .addColumn('owner', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('fingerprint', 'text', required)
    .addColumn('answer', 'text')
    .addColumn('created_id', 'text')
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('idempotency_keys_key', ['owner', 'key'])
    .execute();
  await index('idempotency_keys_age', 'idempotency_keys', 'created_at');

  await table('rate_limits').addColumn('key', 'text', key).addColumn('full_at', 'bigint', required).execute();
}

type Column = Parameters<CreateTableBuilder<string, never>['addColumn']>[2];
const key: Column = (c) => c.primaryKey().notNull();
const required: Column = (c) => c.notNull();
const zero: Column = (c) => c.notNull().defaultTo(0);

// biome-ignore lint/suspicious/noExplicitAny: whatever columns the builder has by now
function timed(builder: CreateTableBuilder<any, any>): Promise<void> {
  return builder
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute();
}
