import { notFound } from '../../base/errors.ts';
import type { ConfigVars, ConfigVarsChange } from '../../contract/config-var.ts';
import type { Caller } from '../access/caller.ts';
import { recordEvent } from '../audit/record-event.ts';
import { lockVars, type VisibleEnvironment, writeVars } from '../environments/environment-rows.ts';
import type { Platform } from '../platform.ts';
import { createRelease } from '../releases/create-release.ts';
import { applyChange, describeChange, refuseBadChange, refuseTooMuch } from './config-vars.ts';

/** What a change needs to know of an environment. */
export type ChangedEnvironment = Pick<VisibleEnvironment, 'id' | 'team_id' | 'owner'>;

/** A change of an app's own environment makes a release; one that changes nothing does not. */
export async function changeConfigVars(
  platform: Platform,
  caller: Caller,
  environment: ChangedEnvironment,
  change: ConfigVarsChange,
): Promise<ConfigVars> {
  refuseBadChange(change);
  return commitChange(platform, caller, environment, (before) => applyChange(before, change));
}

export async function deleteConfigVar(
  platform: Platform,
  caller: Caller,
  environment: ChangedEnvironment,
  key: string,
): Promise<void> {
  await commitChange(platform, caller, environment, (before) => {
    if (!Object.hasOwn(before, key)) throw notFound();
    return applyChange(before, { [key]: null });
  });
}

async function commitChange(
  platform: Platform,
  caller: Caller,
  environment: ChangedEnvironment,
  change: (before: ConfigVars) => ConfigVars,
): Promise<ConfigVars> {
  return platform.database.transact(async (tx) => {
    const before = await lockVars(platform, tx, environment.id);
    const after = change(before);
    refuseTooMuch(after);
    const difference = describeChange(before, after);
    if (!difference) return before;

    await writeVars(platform, tx, environment.id, after);
    const { set, removed } = difference;
    if (environment.owner.kind === 'app') {
      await createRelease(platform, tx, caller, environment.owner.id, {
        description: [named('Set', set), named('remove', removed)]
          .filter(Boolean)
          .join(', ')
          .replace(/^r/, 'R'),
        config: after,
      });
    }
    await recordEvent(platform, tx, caller, {
      action: 'config_vars.update',
      team: environment.team_id,
      target: environment.owner,
      details: { set: set.join(' '), removed: removed.join(' ') },
    });
    return after;
  });
}

function named(verb: string, keys: string[]): string {
  return keys.length === 0 ? '' : `${verb} ${keys.join(', ')}`;
}
