import { timestamp } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Namespace, namespaceOperations } from '../../contract/namespace.ts';
import type { BodyOf } from '../../contract/operation.ts';
import type { Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import { orTaken } from '../database/conflicts.ts';
import type { Tx } from '../database/tables.ts';
import type { Platform } from '../platform.ts';
import { defaultRegion, requireRegion } from '../regions/region.ts';
import type { VisibleTeam } from '../teams/team-rows.ts';
import { findNamespace, toNamespace } from './namespace-rows.ts';

export async function createNamespace(
  platform: Platform,
  caller: Caller,
  team: VisibleTeam,
  input: BodyOf<typeof namespaceOperations.createNamespace>,
): Promise<Namespace> {
  const region = input.region === undefined ? defaultRegion(platform) : requireRegion(platform, input.region);
  return platform.database.transact(async (tx) => {
    const id = await insertNamespace(platform, tx, {
      name: input.name,
      teamId: team.id,
      description: input.description ?? null,
      region: region.name,
      actor: caller.account,
    });
    await recordEvent(platform, tx, caller, {
      action: 'namespace.create',
      team: team.id,
      target: { kind: 'namespace', id, name: input.name },
    });
    return toNamespace((await findNamespace(tx, id))!);
  });
}

export async function insertNamespace(
  { clock }: Platform,
  tx: Tx,
  namespace: {
    name: string;
    teamId: string;
    description: string | null;
    region: string;
    actor: { id: string; email: string };
  },
): Promise<string> {
  const id = newId();
  const now = timestamp(clock);
  const insert = tx
    .insertInto('namespaces')
    .values({
      id,
      name: namespace.name,
      team_id: namespace.teamId,
      description: namespace.description,
      state: 'active',
      region: namespace.region,
      actor_id: namespace.actor.id,
      actor_email: namespace.actor.email,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await orTaken(insert, { 'namespaces.name': `The namespace name "${namespace.name}" is taken.` });
  return id;
}
