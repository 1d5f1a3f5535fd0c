import type { configVarOperations } from '../../contract/config-var.ts';
import type { AppRow } from '../../platform/apps/app-rows.ts';
import {
  type ChangedEnvironment,
  changeConfigVars,
  deleteConfigVar,
} from '../../platform/config-vars/change-config-vars.ts';
import { readVars } from '../../platform/environments/environment-rows.ts';
import type { HandlersOf } from '../handlers.ts';

export const configVarRoutes: HandlersOf<typeof configVarOperations> = {
  getConfigVars: ({ platform, subject }) => readVars(platform, subject.environment_id),
  updateConfigVars: ({ platform, caller, subject, body }) =>
    changeConfigVars(platform, caller, environmentOf(subject), body),
  deleteConfigVar: ({ platform, caller, subject, params }) =>
    deleteConfigVar(platform, caller, environmentOf(subject), params.key),
};

function environmentOf(app: AppRow): ChangedEnvironment {
  return { id: app.environment_id, team_id: app.team_id, owner: { kind: 'app', id: app.id, name: app.name } };
}
