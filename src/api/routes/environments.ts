import type { environmentOperations } from '../../contract/environment.ts';
import { changeConfigVars, deleteConfigVar } from '../../platform/config-vars/change-config-vars.ts';
import { readVars } from '../../platform/environments/environment-rows.ts';
import type { HandlersOf } from '../handlers.ts';

export const environmentRoutes: HandlersOf<typeof environmentOperations> = {
  getEnvironment: ({ platform, subject }) => readVars(platform, subject.id),
  updateEnvironment: ({ platform, caller, subject, body }) =>
    changeConfigVars(platform, caller, subject, body),
  deleteEnvironmentKey: ({ platform, caller, subject, params }) =>
    deleteConfigVar(platform, caller, subject, params.key),
};
